import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sources } from '../../../../lib/build/assembly-cache.ts';
import { root } from '../../../../lib/root.ts';

/** The lists that docs/adapter.md names, and the part of the adapter that each of them has. */
const lists: Record<string, string> = {
  'registry.ts': 'adapter',
  'payment-acquirers.ts': 'payments',
  'setups.ts': 'setup',
  'capabilities.ts': 'capabilities',
  'event-readers.ts': 'readEvent',
  'report-proses.ts': 'reportProse',
};

/** A copy of the repository in which the second acquirer is registered, as docs/adapter.md says. */
export function checkoutWithSecond(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'florin-second-'));
  for (const source of sources.filter((name) => !name.startsWith('node_modules')))
    cpSync(join(root, source), join(folder, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const adapters = join(folder, 'functions/core/acquirer');
  cpSync(join(root, 'test/slow/support/second/adapter.ts'), join(adapters, 'second/adapter.ts'));
  change(join(adapters, 'names.ts'), "['stripe']", "['stripe', 'second']");
  for (const [list, part] of Object.entries(lists)) {
    const file = join(adapters, list);
    change(file, '> = { stripe', `> = { second: second.${part}, stripe`);
    writeFileSync(file, `import * as second from './second/adapter.ts';\n${readFileSync(file, 'utf8')}`);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
  writeFileSync(file, text.replace(from, to));
}
