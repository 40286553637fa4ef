import type { Plugin } from 'esbuild';

const namespace = 'lean-middy';

/** Modules that middy imports, and their replacements in the bundles. */
const replaced: Record<string, string> = {
  // For streamed answers, which no function sends. Node.js loads `node:stream/web` together with ten of its own modules.
  'node:stream/web': 'export class ReadableStream {}',
  'node:stream/promises': `export const pipeline = () => { throw new Error('The bundles have no streamed answers'); };`,
  // The names of all statuses, for the errors of the parsers. `functions/core/http/errors/errors.ts` reads the cause only.
  '@middy/util': `export const createError = (statusCode, message, options) =>
    Object.assign(new Error(message, options), { statusCode });`,
};

/** Leaves parts out of middy that no function needs. */
export const leanMiddy: Plugin = {
  name: 'lean-middy',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:stream\/(web|promises)|@middy\/util)$/ }, ({ path, importer }) =>
      /[\\/]@middy[\\/]/.test(importer) ? { path, namespace, sideEffects: false } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: replaced[path] ?? '' }));
  },
};
