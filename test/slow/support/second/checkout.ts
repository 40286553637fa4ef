import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sources } from '../../../../lib/build/keys.ts';
import { root } from '../../../../lib/root.ts';

/** The parts of an adapter, each of which `registry.ts` lists. */
const parts = ['payments', 'acquirer', 'setup', 'capabilities', 'readEvent', 'eventGuide'];

export interface Checkout {
  folder: string;
  remove(): void;
}

/** A copy of the repository in which the second acquirer is registered. */
export const checkoutWithSecond = (): Checkout =>
  checkoutWith('second', 'test/slow/support/second', ['adapter']);

/**
 * A copy of the repository in which an adapter is registered, as docs/adapter.md says.
 *
 * @param place the folder of the adapter's files
 * @param files without `.ts`: the first one exports the parts of the adapter
 */
export function checkoutWith(name: string, place: string, files: readonly [string, ...string[]]): Checkout {
  const checkout = copyOfSources(name);
  const { folder } = checkout;
  const adapters = join(folder, 'functions/core/acquirer');
  for (const file of files) cpSync(join(root, place, `${file}.ts`), join(adapters, name, `${file}.ts`));
  change(join(adapters, 'names.ts'), "['stripe']", `['stripe', '${name}']`);
  const registry = join(adapters, 'registry.ts');
  for (const part of parts)
    change(registry, `{ stripe: stripe.${part} }`, `{ ${name}: ${name}.${part}, stripe: stripe.${part} }`);
  writeFileSync(
    registry,
    `import * as ${name} from './${name}/${files[0]}.ts';\n${readFileSync(registry, 'utf8')}`,
  );
  return checkout;
}

/** A copy of the repository without its tests, which a test can change. */
export function copyOfSources(name: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), `florin-${name}-`));
  for (const source of sources.filter((name) => !name.startsWith('node_modules')))
    cpSync(join(root, source), join(folder, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Replaces the first occurrence of a text in a file. */
export function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
  writeFileSync(file, text.replace(from, to));
}
