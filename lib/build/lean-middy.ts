import type { Plugin } from 'esbuild';

const namespace = 'middy-streams';

/**
 * Leaves streamed answers out of middy, as no function sends any. Their code imports `node:stream/web`, which Node.js
 * loads together with ten of its own modules.
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
