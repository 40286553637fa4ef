import { responses } from '../../schemas/responses.ts';
import { errors, json, list } from '../../schemas/route/answers.ts';
import { alertFilters, pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Conflict, Invalid, Forbidden, NotFound } = errors;
const parameters = [...pagination, ...alertFilters];
const refusals = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/disputes',
    entry: 'disputes/list',
    authorization: 'key',
    table: read,
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'disputes.list' },
    tag: 'Disputes and fraud alerts',
    summary: 'The disputes of a merchant, or of a transaction',
    description: 'The trail of the transaction shows the outcome of a dispute.',
    parameters,
    answers: { 200: list('Disputes', responses.dispute), ...refusals },
    tests: ['api/disputes', 'api/http/pages', 'slow/queue-killed'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/disputes/{disputeId}',
    entry: 'disputes/get',
    authorization: 'key',
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'disputes.get', gives: 'dispute' },
    tag: 'Disputes and fraud alerts',
    summary: 'A dispute',
    description: 'The state, the amount and the reason of the dispute, and its transaction.',
    answers: { 200: json('The dispute', responses.disputeAnswer), 403: Forbidden, 404: NotFound },
    tests: ['api/disputes'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/disputes/{disputeId}/evidence',
    entry: 'disputes/submit-evidence',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'],
    acquirer: true,
    console: { roles: 'movers', stepUp: false, audit: 'evidence' },
    verb: { client: 'merchant', name: 'disputes.submitEvidence', gives: 'dispute' },
    tag: 'Disputes and fraud alerts',
    summary: 'Submit evidence',
    description: `Sends texts and files to the acquirer, who passes them on to the customer's bank. **Evidence can be submitted
once**, while the dispute is \`open\` and before \`due\`.

- All texts together have at most 20,000 characters. A text with a card number is refused, except in
  \`shippingTrackingNumber\`.
- \`files\`: at most one of each \`kind\`, each a PDF, a PNG or a JPEG in Base64, together at most 3 MB. Send them as JSON.
- \`accepts\` of the dispute lists what the acquirer takes now, which can be less.
- If the dispute has a \`contestFee\` that is not acknowledged, \`feeAcknowledged\` must be true. Florin never acknowledges
  it without you.
- Florin passes the content on, and does not store it.

After a 504 send the same content again: Florin finds out whether the acquirer has it, and submits it once. Other content is
refused with a 409 until then. The simulated acquirer of test merchants accepts all evidence.`,
    body: { schema: 'evidenceSubmit', as: 'json' },
    sample: () => ({ explanation: 'It was delivered' }),
    answers: {
      201: json('Submitted', responses.disputeAnswer),
      ...refusals,
      409: Conflict,
    },
    tests: ['api/evidence', 'api/evidence-live'],
  },
] as const satisfies readonly PublicRow[];
