import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Classes that are never asked for anything: SHA-256 in JavaScript (Node.js has its own), headers of event streams, and the
 * SDK's retries, in whose place the store has its own policy (`functions/core/store/retry.ts`).
 */
const unused = {
  Sha256Js: /@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/,
  HeaderFormatter: /@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/,
  StandardRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]StandardRetryStrategy\.js$/,
  AdaptiveRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/,
  DefaultRateLimiter: /@smithy[\\/]core[\\/].*[\\/]DefaultRateLimiter\.js$/,
};

/**
 * Leaves out of the SDK, in the bundles, what no Lambda needs: those classes, and all of its `package.json` but the
 * version that requests name. 13 KB.
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
