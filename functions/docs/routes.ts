import { file, json, page } from '../../schemas/route/answers.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/openapi.json',
    entry: 'docs/openapi',
    authorization: 'none',
    table: [],
    posUrl: true,
    verb: 'none',
    tag: 'Documentation',
    summary: 'This document',
    description: 'For generators of clients, and for tools that send requests.',
    answers: {
      200: json('OpenAPI 3.1, with the addresses that the client sees', {
        type: 'object',
        required: ['openapi', 'info', 'paths'],
        properties: {
          openapi: { type: 'string', pattern: '^3\\.1\\.' },
          info: { type: 'object' },
          paths: { type: 'object' },
        },
      }),
    },
    tests: ['unit/openapi', 'api/docs/docs'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/docs',
    entry: 'docs/page',
    authorization: 'none',
    table: [],
    posUrl: true,
    verb: 'none',
    tag: 'Documentation',
    summary: 'The documentation for people',
    description: 'The landing page of the documentation site, which works without JavaScript.',
    answers: { 200: page('The quick start, with the way to every other page') },
    tests: ['browser/docs/docs', 'api/docs/docs'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/docs/{page}',
    entry: 'docs/page',
    authorization: 'none',
    table: [],
    posUrl: true,
    verb: 'none',
    tag: 'Documentation',
    summary: 'A page of the documentation',
    description:
      'Each page is also there in Markdown: its name with `.md` behind it. `llms.txt` lists them all. Scripts and style sheets of the pages have the same path.',
    answers: {
      200: {
        description: 'The page, or one of its files; the index of the search is JSON',
        content: {
          ...file('', 'text/html', 'text/markdown', 'text/plain', 'text/javascript', 'text/css').content,
          'application/json': { type: 'object' },
        },
      },
      404: page('There is no such page'),
    },
    tests: ['browser/docs/docs', 'browser/docs/pages', 'api/docs/docs'],
  },
] as const satisfies readonly PublicRow[];
