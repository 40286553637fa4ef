import { build } from 'esbuild';
import type { Validator } from '../../../functions/core/http/body/validate.ts';
import { compile } from '../../../lib/build/validators.ts';
import { root } from '../../../lib/root.ts';
import { requests } from '../../../schemas/index.ts';

/** The validators of all requests, compiled as for the functions. */
export async function compileValidators(): Promise<Record<string, Validator>> {
  const all = await Promise.all(
    Object.entries(requests).map(async ([name, schema]) => [name, await load(compile(schema))] as const),
  );
  return Object.fromEntries(all);
}

async function load(contents: string): Promise<Validator> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  });
  const module = { exports: {} as { default: Validator } };
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(module, module.exports, require);
  return module.exports.default;
}
