import { file, json, page } from '../answers.ts';
import type { Operations } from '../operation.ts';

export const docs = {
  'GET /openapi.json': {
    tag: 'Documentation',
    summary: 'This document',
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
  },

  'GET /docs': {
    tag: 'Documentation',
    summary: 'This document for people',
    answers: { 200: page('Swagger UI') },
  },

  'GET /docs/{asset}': {
    tag: 'Documentation',
    summary: 'A part of that page',
    answers: {
      200: file('A script or a style sheet, which never changes', 'text/javascript', 'text/css'),
      404: page('There is no such file'),
    },
  },
} satisfies Operations;
