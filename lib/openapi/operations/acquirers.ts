import { errors, json } from '../answers.ts';
import type { Operations } from '../operation.ts';

export const acquirers = {
  'POST /acquirers/stripe/events': {
    tag: 'Acquirers',
    summary: 'What Stripe reports',
    description: `For Stripe’s webhooks, with \`Stripe-Signature\` over the body. Disputes, early fraud warnings, refunds that
fail later, authorizations that end and operations of which more is known are applied, each once, in any order; all else
is taken and ignored. Subscribe to \`charge.dispute.*\`, \`radar.early_fraud_warning.created\`, \`refund.*\`,
\`payment_intent.*\`, \`setup_intent.*\` and \`payout.*\`.`,
    parameters: [
      {
        name: 'Stripe-Signature',
        in: 'header',
        required: true,
        description: 'By one of the secrets of the endpoint, not older than five minutes',
        schema: { type: 'string' },
      },
    ],
    body: { schema: { type: 'object' }, as: 'json', description: 'An event, as Stripe has it.' },
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
  },
} satisfies Operations;
