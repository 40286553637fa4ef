import { version } from 'swagger-ui-dist/package.json';

/**
 * A file of Swagger UI, next to the bundle of `asset.ts` (see `lib/build/docs.ts`). The served name contains the
 * version, so that browsers may cache the file for ever.
 */
export interface File {
  name: string;
  source: string;
  type: string;
}

export const script: File = {
  name: `swagger-ui-${version}.js`,
  source: 'swagger-ui-bundle.js',
  type: 'text/javascript; charset=utf-8',
};

export const stylesheet: File = {
  name: `swagger-ui-${version}.css`,
  source: 'swagger-ui.css',
  type: 'text/css; charset=utf-8',
};
