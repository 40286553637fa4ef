import { responses } from '../../../schemas/responses.ts';
import { errors, json } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { unguessableKey } from '../parameters.ts';

export const apps = {
  'POST /apps': {
    tag: 'Apps',
    summary: 'Create an app and its API key',
    description:
      'An app is a machine identity. Only this answer contains its API key: store it. This route needs no credentials.',
    parameters: [unguessableKey],
    body: { schema: 'appCreate', as: 'api' },
    answers: { 201: json('The app and its API key', responses.appCreated), 400: errors.Invalid },
  },

  'GET /me': {
    tag: 'Apps',
    summary: 'The calling app',
    description: 'The app that the key belongs to. A request without an effect, to test a key.',
    answers: { 200: json('The app', responses.identity), 404: errors.NotFound },
  },
} satisfies Operations;
