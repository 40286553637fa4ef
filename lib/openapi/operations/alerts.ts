import { responses } from '../../../schemas/responses.ts';
import { errors, json, list } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { alertFilters, pagination } from '../parameters.ts';

const { Conflict, Invalid, Forbidden, NotFound } = errors;
const parameters = [...pagination, ...alertFilters];
const refusals = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const alerts = {
  'GET /disputes': {
    tag: 'Disputes and fraud alerts',
    summary: 'The disputes of a merchant, or of a transaction',
    description: 'The trail of the transaction shows the outcome of a dispute.',
    parameters,
    answers: { 200: list('Disputes', responses.dispute), ...refusals },
  },

  'GET /disputes/{disputeId}': {
    tag: 'Disputes and fraud alerts',
    summary: 'A dispute',
    description: 'The state, the amount and the reason of the dispute, and its transaction.',
    answers: { 200: json('The dispute', responses.disputeAnswer), 403: Forbidden, 404: NotFound },
  },

  'POST /disputes/{disputeId}/evidence': {
    tag: 'Disputes and fraud alerts',
    summary: 'Submit evidence',
    description: `Sends texts and files to the acquirer, who passes them on to the customer's bank. **Evidence can be submitted
once**, while the dispute is \`open\` and before \`due\`.

- All texts together have at most 20,000 characters. A text with a card number is refused, except in
  \`shippingTrackingNumber\`.
- \`files\`: at most one of each \`kind\`, each a PDF, a PNG or a JPEG in Base64, together at most 3 MB. Send them as JSON.
- Florin passes the content on, and does not store it.

After a 504 send the same content again: Florin finds out whether the acquirer has it, and submits it once. Other content is
refused with a 409 until then. The simulated acquirer of test merchants accepts all evidence.`,
    body: { schema: 'evidenceSubmit', as: 'json' },
    answers: {
      201: json('Submitted', responses.disputeAnswer),
      ...refusals,
      409: Conflict,
    },
  },

  'GET /frauds': {
    tag: 'Disputes and fraud alerts',
    summary: 'The fraud alerts of a merchant, or of a transaction',
    description: `Reasons: 0 misc, 1 fraudulent usage, 2 fraudulent application, 3 counterfeit, 4 account takeover, 5
card not
delivered, 6 card stolen, 7 card lost, 8 cardholder manipulated.`,
    parameters,
    answers: { 200: list('Fraud alerts', responses.fraud), ...refusals },
  },

  'GET /frauds/{fraudId}': {
    tag: 'Disputes and fraud alerts',
    summary: 'A fraud alert',
    description: 'A report of the card scheme that a payment was fraudulent. It moves no money.',
    answers: { 200: json('The fraud alert', responses.fraudAnswer), 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
