import { responses } from '../../../schemas/responses.ts';
import { errors, json, list, nothing } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { pagination, testFilter } from '../parameters.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const merchants = {
  'POST /merchants': {
    tag: 'Merchants',
    summary: 'Create a merchant',
    description: `The calling app becomes its first member. \`test\` merchants take test cards and move no money; \`test\` cannot
be changed later. The terms (\`pricing\`) are the standard ones of the funding currency. The IBAN is checked by its
country's length and its checksum, and kept without spaces.

With \`capture\` what its customers pay is captured at once: by links of the specification, at the till, by \`sdk.js\` and
\`POST /payments\`, and by links of its server that do not say otherwise. It is the merchant's to say, never the
customer's. Without it payments are reserved until you capture them.`,
    body: { schema: 'merchantCreate', as: 'api' },
    answers: {
      201: json('The merchant, as `GET /merchants/{merchantId}` shows it', responses.merchantAnswer),
      400: Invalid,
      404: NotFound,
    },
  },

  'PUT /merchants/{merchantId}': {
    tag: 'Merchants',
    summary: 'Change a merchant',
    description:
      'Only `name`, `email`, `descriptor` and `capture` can change, and only those that are sent do. Naming an immutable field is a 400 that names it. Transactions keep the descriptor that they were made with.',
    body: { schema: 'merchantUpdate', as: 'api' },
    answers: { 204: nothing('Changed'), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /identities/{appId}/merchants': {
    tag: 'Merchants',
    summary: 'The merchants of an app',
    description: 'An app can list its own only; the id of another app is a 403.',
    parameters: [...pagination, testFilter],
    answers: {
      200: list('Merchants that the app is a member of', responses.merchant),
      400: Invalid,
      403: errors.Forbidden,
      404: NotFound,
    },
  },

  'GET /merchants/{merchantId}': {
    tag: 'Merchants',
    summary: 'A merchant',
    description: '`balance` is the sum of the lines: never behind, and below zero where refunds outweigh.',
    answers: {
      200: json('The merchant', responses.merchantAnswer),
      403: Forbidden,
      404: NotFound,
    },
  },
} satisfies Operations;
