import { failure } from '../../schemas/errors.ts';
import { errors, json } from '../../schemas/route/answers.ts';
import type { PublicRow } from '../../schemas/route/row.ts';
import { type AcquirerName, acquirerNames } from '../core/acquirer/names.ts';
import { eventGuides } from '../core/acquirer/registry.ts';

/** The route of each acquirer of real money. */
export const routes = acquirerNames.map((acquirer) => rowOf(acquirer));

function rowOf(acquirer: AcquirerName) {
  const { name, signature, signedBy, subscription } = eventGuides[acquirer];
  return {
    api: 'base',
    method: 'POST',
    path: `/acquirers/${acquirer}/events`,
    entry: 'acquirers/events',
    authorization: 'signature',
    table: [],
    acquirer: true,
    sends: [{ queue: 'AcquirerEvents', variable: 'ACQUIRER_EVENTS_URL' }],
    verb: 'none',
    tag: 'Acquirers',
    summary: `Events of ${name}`,
    description: `For ${name}’s webhooks, with \`${signature}\` over the body. Florin applies disputes, early fraud
warnings, failed refunds, ended authorizations, account changes and outcomes of operations, each once and in any
order. It accepts and ignores all other events. Subscribe to ${subscription}.`,
    parameters: [
      { name: signature, in: 'header', required: true, description: signedBy, schema: { type: 'string' } },
    ],
    body: {
      schema: { type: 'object' },
      as: 'json',
      description: `An event in ${name}’s format.`,
    },
    answers: {
      200: json('Received', {
        type: 'object',
        required: ['received'],
        properties: { received: { const: true } },
      }),
      400: errors.Invalid,
      401: json('The signature is missing or wrong', failure('UNAUTHORIZED')),
      404: errors.NotFound,
    },
    tests: ['api/live'],
  } as const satisfies PublicRow;
}
