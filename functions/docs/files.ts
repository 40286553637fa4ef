import { version } from 'swagger-ui-dist/package.json';

/** A file of Swagger UI, beside the bundle of `asset.ts` (see `lib/build/docs.ts`). Its version is in the name it is served by. */
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
