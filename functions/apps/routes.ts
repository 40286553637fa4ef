import { responses } from '../../schemas/responses.ts';
import { errors, json } from '../../schemas/route/answers.ts';
import { unguessableKey } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/apps',
    entry: 'apps/create',
    authorization: 'none',
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    unvouched: true,
    verb: { client: 'merchant', name: 'apps.create', gives: 'app' },
    tag: 'Apps',
    summary: 'Create an app and its API key',
    description:
      'An app is a machine identity. Only this answer contains its API key: store it. This route needs no credentials.',
    parameters: [unguessableKey],
    body: { schema: 'appCreate', as: 'api' },
    answers: { 201: json('The app and its API key', responses.appCreated), 400: errors.Invalid },
    tests: ['api/payment', 'api/idempotency', 'api/http/validation'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/me',
    entry: 'apps/me',
    authorization: 'key',
    table: ['GetItem'],
    console: false,
    apps: 'self',
    verb: { client: 'merchant', name: 'apps.me', gives: 'identity' },
    tag: 'Apps',
    summary: 'The calling app',
    description: 'The app that the key belongs to. A request without an effect, to test a key.',
    answers: { 200: json('The app', responses.identity), 404: errors.NotFound },
    tests: ['api/payment', 'api/access'],
  },
] as const satisfies readonly PublicRow[];
