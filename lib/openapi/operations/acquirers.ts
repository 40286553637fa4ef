import { eventGuides } from '../../../functions/core/acquirer/event-guides.ts';
import { type AcquirerName, acquirerNames } from '../../../functions/core/acquirer/names.ts';
import { failure } from '../../../schemas/errors.ts';
import { errors, json } from '../answers.ts';
import type { Operation } from '../operation.ts';

function eventsOf(acquirer: AcquirerName): Operation {
  const { name, signature, signedBy, subscription } = eventGuides[acquirer];
  return {
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
  };
}

/** The route of each acquirer of real money. */
export const acquirers = Object.fromEntries(
  acquirerNames.map((acquirer) => [`POST /acquirers/${acquirer}/events`, eventsOf(acquirer)]),
) as Record<`POST /acquirers/${AcquirerName}/events`, Operation>;
