import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out of the SDK, in the bundles, what no Lambda needs: SHA-256 in JavaScript (Node has its own), and all of its
 * `package.json` but the version that requests name. 6 KB.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup({ onLoad }) {
    onLoad({ filter: /@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/ }, () => ({
      contents: 'export class Sha256Js {}',
    }));
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
