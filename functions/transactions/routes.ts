import { responses } from '../../schemas/responses.ts';
import { errors, json, list, transactionHeader } from '../../schemas/route/answers.ts';
import { pagination, pendingFilter, successfulFilter, testFilter } from '../../schemas/route/parameters.ts';
import { type Answer, type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound, MovementConflict } = errors;

const moved = {
  201: json('The full transaction after the movement', responses.transactionAnswer),
  400: json(
    'Faults in the request, or the processing error of a decline by the acquirer of a live merchant. Nothing was done',
    { anyOf: [responses.faults, responses.declined] },
  ),
  403: Forbidden,
  404: NotFound,
  409: MovementConflict,
};

/** The paragraph about `reference` in the description of each movement. */
const ofReference = `A \`reference\` names the movement for ever: the same one again on this transaction moves nothing, and gets the first
answer, with \`Idempotency-Replayed: true\`. With another kind, amount or currency it returns 409 \`REFERENCE_USED\`. After a decline
the same reference may try again.`;

const refusedOrDeclined: Answer = json(
  'Faults in the request, and nothing was done; or the processing error of a decline, and the failed transaction is stored',
  { anyOf: [responses.faults, responses.declined] },
);

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/transactions',
    entry: 'transactions/create',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'],
    acquirer: true,
    unvouched: true,
    movesMoney: true,
    console: false,
    apps: 'cashiers',
    verb: { client: 'merchant', name: 'transactions.create', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'Create a transaction from an earlier one, or from a saved card',
    description: `Authorizes an amount on the card of an earlier transaction, without the customer: it is marked
\`recurring\`. Capture it
when goods or services are dispatched.

One of these fields names the card:
- \`transactionId\`, or \`authorizationId\`, which means the same: a successful transaction of this merchant;
- \`cardId\`: a card saved with \`POST /merchants/{merchantId}/cards\`. **Deprecated**; ignored beside a \`transactionId\`.

\`descriptor\` falls back to the merchant's; for real money it must have a letter, and none of \`<>\\'"*\`. \`custom\`
is any JSON, at most 50 KB. A decline returns 400 with the processing
error; the failed transaction, whose id is in the header \`Florin-Transaction\`, is stored, too, with \`successful: false\` and \`error\`. A currency without an exchange
rate to the merchant's is declined here (1), never at capture.

A \`reference\` names the payment for ever, among all payments from the same \`transactionId\` or \`cardId\`. The same one
again charges nobody again: it gets the first answer, with \`Idempotency-Replayed: true\`, or a 409 \`REFERENCE_USED\` if
amount or currency differ. After a decline the same reference may try again.

With \`capture\` Florin captures the whole amount immediately, with its line and fee. The setting \`capture\` of the merchant
does not apply here. If the acquirer declines the capture, the answer is that decline, and the hold is released. For real money a 201 means that the transaction is made: if the
acquirer has not answered the capture yet, the transaction shows it as \`operation\`, and \`transaction.captured\`
follows.`,
    body: { schema: 'transactionCreate', as: 'api' },
    sample: ({ transactionId }) => ({ transactionId, currency: 'EUR', amount: 1 }),
    answers: {
      201: json('Authorized', responses.transactionCreated),
      400: { ...refusedOrDeclined, headers: transactionHeader },
      403: Forbidden,
      404: NotFound,
      409: MovementConflict,
    },
    tests: ['api/cards/recurring', 'api/cards/cards', 'api/idempotency', 'api/capture-with-payment'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/transactions/{transactionId}/increments',
    entry: 'transactions/increment',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'],
    acquirer: true,
    unvouched: true,
    movesMoney: true,
    console: { roles: 'cashiers', stepUp: false, audit: 'increment' },
    verb: { client: 'merchant', name: 'transactions.increment', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'Raise the authorized amount',
    description: `Adds \`amount\` to what is authorized, so that \`amount\` and \`pendingAmount\` of the transaction
grow. No money
moves, and there is no line. Only an authorization that holds money, and of which nothing was captured, can be raised. A
\`currency\`, if given, must be the transaction's. The end of the authorization, \`captureBefore\`,
usually stays as it is.

${ofReference}

The customer's bank decides about real money: a decline returns 400 with the processing error, and leaves the authorization as
it was. The merchant's account at the acquirer must have increments, and the acquirer limits their number, to ten
attempts for example. Every increment of a test merchant is approved.`,
    body: { schema: 'increment', as: 'api' },
    sample: () => ({ amount: 1 }),
    answers: moved,
    tests: ['api/payment', 'api/live'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/transactions/{transactionId}/captures',
    entry: 'transactions/capture',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    acquirer: true,
    unvouched: true,
    movesMoney: true,
    console: { roles: 'cashiers', stepUp: false, audit: 'capture' },
    verb: { client: 'merchant', name: 'transactions.capture', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'Capture',
    description: `Takes pending money: all of it in one capture, or parts of it by several captures (partial captures). A capture books a line:
\`amount\` exchanged to
the funding currency (rounded half-even to minor units), less the fee: that amount × \`pricing.rate\` +
\`pricing.flat\`, by the terms at the authorization. A \`currency\`, if given, must be the transaction's: it guards against
tampering. An amount above the pending one returns 400 with the highest possible amount. A
\`descriptor\` replaces that of the transaction on the bank statement; for real money it must have a letter, and none of
\`<>\\'"*\`. A transaction has up to 10,000 captures, refunds and voids.
After these, a movement must take all that is left.

${ofReference}`,
    body: { schema: 'capture', as: 'api' },
    sample: () => ({ amount: 1 }),
    answers: moved,
    tests: ['api/payment', 'api/races', 'api/properties'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/transactions/{transactionId}/refunds',
    entry: 'transactions/refund',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    acquirer: true,
    unvouched: true,
    movesMoney: true,
    console: {
      // Except above the merchant's `refundLimit` (usecases/movements/move-money.ts).
      roles: 'refunders',
      stepUp: false,
      audit: 'refund',
    },
    verb: { client: 'merchant', name: 'transactions.refund', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'Refund',
    description: `Returns captured money. The line's \`balance\` is the exchanged amount, negative; the fee of the
capture is not returned.
Disputed money, and money lost in a dispute, cannot be refunded, so that nobody gets the same money twice. Acquirers of
real money take no \`descriptor\` for a refund, so the entry has the transaction's.

${ofReference}

The optional \`reason\` is in the trail, and only the merchant sees it. Florin passes it on to the acquirer of real money, which
may block the card and the e-mail of a \`fraudulent\` refund.`,
    body: { schema: 'refund', as: 'api' },
    sample: () => ({ amount: 1 }),
    answers: moved,
    tests: ['api/payment', 'api/races', 'api/properties', 'api/refund-reasons'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/transactions/{transactionId}/voids',
    entry: 'transactions/void',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    acquirer: true,
    unvouched: true,
    movesMoney: true,
    console: { roles: 'voiders', stepUp: false, audit: 'void' },
    verb: { client: 'merchant', name: 'transactions.void', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'Void',
    description: `Releases pending money, all or part of it. No money moves, and there is no line.

${ofReference}

A payment of a live merchant that was answered with a 504 \`OPERATION_OPEN\` has no transaction yet. A void of all of it, by
the \`operation\` of that answer, gives it up: it is declined, and what the acquirer has reserved is released.`,
    body: { schema: 'void', as: 'api' },
    sample: () => ({ amount: 1 }),
    answers: moved,
    tests: ['api/payment', 'api/races', 'api/properties'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/transactions',
    entry: 'transactions/list',
    authorization: 'key',
    table: read,
    index: true,
    pending: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'transactions.list' },
    tag: 'Transactions',
    summary: 'The transactions of a merchant',
    description: `Lists each transaction with its trail, declined ones too.

\`filter[pending]=yes\` lists the transactions with money that is neither captured nor voided. Banks hold
money for about a week: with \`before=\` a bare timestamp of five days ago (8 hex digits of seconds, then 16 zeros) the
list has the transactions whose money banks release soon. A live transaction shows its exact end as \`captureBefore\`, if the acquirer says when; the event
\`transaction.expiring\` warns of it.`,
    parameters: [...pagination, testFilter, successfulFilter, pendingFilter],
    answers: {
      200: list('Transactions', responses.transaction),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/http/lists', 'api/http/pages', 'api/pending'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/transactions/{transactionId}',
    entry: 'transactions/get',
    authorization: 'key',
    table: read,
    console: { roles: 'everybodyAndCashiers' },
    verb: { client: 'merchant', name: 'transactions.get', gives: 'transaction' },
    tag: 'Transactions',
    summary: 'A transaction',
    description: 'Always current: it shows the effect of every earlier answer.',
    answers: {
      200: json('The transaction with its trail', responses.transactionAnswer),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/payment', 'api/access'],
  },
] as const satisfies readonly PublicRow[];
