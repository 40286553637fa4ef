import { type AcquirerName, acquirerNames } from '../../../functions/core/acquirer/names.ts';
import { reportProses } from '../../../functions/core/acquirer/report-proses.ts';
import { errors, json } from '../answers.ts';
import type { Operation } from '../operation.ts';

function eventsOf(acquirer: AcquirerName): Operation {
  const { name, signature, signedBy, subscription } = reportProses[acquirer];
  return {
    tag: 'Acquirers',
    summary: `What ${name} reports`,
    description: `For ${name}’s webhooks, with \`${signature}\` over the body. Disputes, early fraud warnings, refunds that
fail later, authorizations that end and operations of which more is known are applied, each once, in any order; all else
is taken and ignored. Subscribe to ${subscription}.`,
    parameters: [
      { name: signature, in: 'header', required: true, description: signedBy, schema: { type: 'string' } },
    ],
    body: { schema: { type: 'object' }, as: 'json', description: `An event, as ${name} has it.` },
    answers: {
      200: json('Taken', {
        type: 'object',
        required: ['received'],
        properties: { received: { const: true } },
      }),
      400: errors.Invalid,
      401: errors.Unauthorized,
      404: errors.NotFound,
    },
  };
}

/** The route of each acquirer of real money. */
export const acquirers = Object.fromEntries(
  acquirerNames.map((acquirer) => [`POST /acquirers/${acquirer}/events`, eventsOf(acquirer)]),
) as Record<`POST /acquirers/${AcquirerName}/events`, Operation>;
