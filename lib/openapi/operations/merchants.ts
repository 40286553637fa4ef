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
customer's. Without it payments are reserved until you capture them. \`ask\` has its pages ask who pays, \`name\`, \`email\` or both,
but for links with their own \`ask\`; the transaction says it as \`payer\`.

What customers see on its pages: \`color\`, of buttons and links, and \`terms\` and \`privacy\`, https, linked in the foot.
Any colour will do: the text on a button is black or white, at least 4.5:1; where the contrast with the page would be too
little (WCAG 2.2: 3:1 for the edge of a button, 4.5:1 for a link; on a light page and on a dark one) it has the nearest
shade that is enough.`,
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
    description: `Only \`name\`, \`email\`, \`descriptor\`, \`capture\`, \`ask\`, \`address\`, \`color\`, \`terms\`, \`privacy\`, \`logo\` and \`notifications\` can change,
and only those that are sent do. An empty text takes one of the last five away. Naming an immutable field is a 400 that names it.
Transactions keep the descriptor that they were made with.

\`logo\` is a PNG in Base64: at most 64 KB, 16 to 1024 pixels a side, 8 bits a sample. It is read to its pixels, and made
anew of them: comments, profiles and what else was in the file are gone, and a file that is not a PNG from its first byte
to its last is a 400 that says why.

\`notifications\` is what the merchant is told by e-mail, each \`true\` or \`false\`; what is not sent stays: \`disputes\` (one was
opened, with its deadline, and how it ended) and \`payouts\` (one was sent, or came back), both on for a live merchant and
off for a test one, and \`summary\` (each morning what moved the balance on the day before, if anything did), off. The
merchant's \`email\` and up to 20 users who are members get it, in the language and the time zone of \`company.country\`.`,
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
