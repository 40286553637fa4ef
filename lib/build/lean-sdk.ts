import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Classes that are made and never asked for anything: SHA-256 in JavaScript (Node has its own), headers of event streams. */
const unused = {
  Sha256Js: /@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/,
  HeaderFormatter: /@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/,
};

/**
 * Leaves out of the SDK, in the bundles, what no Lambda needs: those classes, and all of its `package.json` but the
 * version that requests name. 8 KB.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup({ onLoad }) {
    for (const [name, filter] of Object.entries(unused))
      onLoad({ filter }, () => ({ contents: `export class ${name} {}` }));
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
