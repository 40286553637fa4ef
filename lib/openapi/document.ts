import manifest from '../../package.json' with { type: 'json' };
import { routes } from '../routes.ts';
import { describe } from './describe.ts';
import { guide } from './guide/index.ts';
import { Components } from './refs.ts';
import { tags } from './tags.ts';
import { webhooks } from './webhooks.ts';

/**
 * Makes the OpenAPI 3.1 document of the API from the rows of its routes (`functions/<resource>/routes.ts`) and the schemas
 * of `schemas/`. `{base_url}` and `{pos_url}` stand for the addresses that a client sees.
 */
export function openapi(): Record<string, unknown> {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= route.api === 'pos' ? { servers: [servers.pos] } : {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: describe(route, components) });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Florin',
      version: manifest.version,
      summary: 'A payment-processing API',
      description: guide,
      contact: { name: 'The operator of this Florin' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [servers.base],
    tags,
    paths,
    webhooks: webhooks(components),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'basic',
          description: 'An empty user name, and the API key of an app as password',
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'For `/api`: the user name and password of the service',
        },
        digest: {
          type: 'http',
          scheme: 'digest',
          description: 'For `/api`, with the same credentials: RFC 7616, SHA-256 or MD5, `qop=auth`',
        },
      },
    },
  };
}

const servers = {
  base: { url: '{base_url}', description: "Merchants' servers" },
  pos: { url: '{pos_url}', description: 'The checkout API: browsers and apps' },
};
