import type { Plugin } from 'esbuild';

const namespace = 'middy-streams';

/**
 * Leaves streamed answers, which no function sends, out of middy. They import `node:stream/web`, which Node.js loads with
 * ten modules of its own.
 */
export const leanMiddy: Plugin = {
  name: 'lean-middy',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:stream\/(web|promises)$/ }, ({ path, importer }) =>
      /[\\/]@middy[\\/]core[\\/]/.test(importer) ? { path, namespace, sideEffects: false } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export class ReadableStream {}
        export const pipeline = () => { throw new Error('The bundles have no streamed answers'); };`,
    }));
  },
};
