import { responses } from '../../schemas/responses.ts';
import { errors, json, nothing, page } from '../../schemas/route/answers.ts';
import { onceKey, version } from '../../schemas/route/parameters.ts';
import { type PublicRow, seal } from '../../schemas/route/row.ts';

const { CustomerInvalid, CustomerNotFound } = errors;

/** See `functions/core/http/request/warm-up.ts`. */
const ready = nothing(
  'Ready: with `?warm` the request does nothing, and needs neither header nor body. The payment page sends it while the customer types, so that the payment does not wait for a function to start.',
);

/** A redirect. */
const onward = (description: string) => ({
  ...nothing(description),
  headers: { Location: { description: 'The next page', schema: { type: 'string', format: 'uri' } } },
});

/** The payment that a customer comes back from. */
const backState = {
  name: 'state',
  in: 'query',
  required: true,
  description: 'The value that the method got',
  schema: { type: 'string' },
} as const;

export const routes = [
  {
    api: 'pos',
    method: 'POST',
    path: '/payments',
    entry: 'payments/create',
    authorization: 'none',
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    index: true,
    seal,
    acquirer: true,
    unvouched: true,
    limitsDeclines: true,
    movesMoney: true,
    paying: true,
    verb: { client: 'customer', name: 'payments.create' },
    tag: 'Checkout API',
    summary: "The customer's first transaction, or the challenge to meet before it",
    description: `Without \`amount\` a card is saved: a transaction of amount 0. An amount with more decimals than
its currency has is rounded up.
\`test\` must be an object for a test merchant and absent for a live one. The customer sees \`text\`; the bank
statement shows the merchant's \`descriptor\`, or the \`statement\` of the link, instead. \`custom\` is any JSON, at
most 50 KB. \`plan\` (at most 50 KB too) and
\`unplanned\` state the later payments that the customer agrees to, and are stored with the transaction.

With \`linkId\` the payment pays a link that the merchant's server has made, or the code of a till. \`amount\` must be
the link's; \`text\`, \`custom\`,
\`plan\`, \`unplanned\` and \`capture\` must be absent, as the link states them. If the link was paid, has expired or
was switched off in the meantime, the answer is \`PAYMENT_INTEGRATION_DISABLED\`, and nothing is charged. A repeat of
the payment that has paid the link gets its first answer.

\`card\` is a typed card (\`number\`, \`expiry\` and \`code\`) or, by a link with a customer, a saved card of that
customer (\`saved\`, its id, and \`code\`). With \`save\` Florin saves a typed card after the payment; the customer
must have agreed. A \`saved\` card that belongs to somebody else, has expired, was removed or has had five wrong
security codes is always the same \`REQUEST_INVALID\`.

\`payer\` is the customer's own statement: a \`name\`, an \`email\`, both or neither. If the link asks for them (\`ask\`), a
payment without them is refused. The transaction shows them to the merchant as \`payer\`. A name with ten digits could be a
card's number, and is refused.

The merchant decides whether a payment is captured immediately (\`capture\` of the merchant, or of the link). A shop's
page can send the \`capture\` that it expects: if the merchant has set the opposite, the payment is refused.

A 200 lists challenges: post the same payment to the \`path\` of one, preferably the first, add its hints to \`hints\`,
and post here again, until the answer is a 201. Hints are bound to the merchant's key, the amount, the card token (or the saved
card's id), \`test\` and the
link.

A proof of 3-D Secure pays once: the same payment sent again, with an \`Idempotency-Key\` or without, gets the first
answer; with another \`text\`, \`custom\` or the like it is refused with \`TOKEN_INVALID\`.

In test mode \`test.method\` answers for the customer of a \`method\`, so that a server can try it without a browser: after the
challenge \`method\`, \`answer\` is \`approve\`, \`reject\`, \`cancel\`, \`late\` (approved, but known only 20 seconds later) or \`never\`.
Without it the page of the simulated bank asks. \`after\` is what follows: \`dispute_won\` or \`dispute_lost\` after a capture,
\`refund_fails\` (each refund is made, and its money comes back a few seconds later), or \`authorization_ends\` (what is not
captured after a few seconds is released). \`after\` must be possible for the method: one without disputes refuses \`dispute_won\`.

A decline returns 400 with its code; the failed transaction is stored, too. After many declines on a day a payment needs 3-D
Secure, and a card or a link that can be paid once is refused with 429 \`TOO_MANY_DECLINES\`. With \`test.limits\` this applies to a
test payment, too.`,
    parameters: [version, onceKey],
    body: { schema: 'payment', as: 'json' },
    answers: {
      200: json('A challenge must be met first', responses.challenges),
      201: json(
        'Paid: authorized, and captured if the merchant or the link has set `capture`',
        responses.authorized,
      ),
      204: ready,
      400: CustomerInvalid,
      422: errors.CustomerKeyReused,
      429: errors.CustomerLimited,
    },
    tests: [
      'api/customer',
      'api/card-testing',
      'api/idempotency',
      'api/currencies',
      'api/links/payments',
      'api/links/ended-during-payment',
      'api/links/expired-live',
      'api/capture-with-payment',
      'api/method-refusals',
      'slow/live/capture',
    ],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/challenges/{challenge}',
    entry: 'payments/challenge',
    authorization: 'none',
    table: ['GetItem', 'PutItem'],
    seal,
    sends: [{ queue: 'AcquirerEvents', variable: 'ACQUIRER_EVENTS_URL' }],
    paying: true,
    verb: { client: 'customer', name: 'payments.challenge' },
    tag: 'Checkout API',
    summary: 'Perform a challenge',
    description: `Send the same body as to \`POST /payments\`, which lists the challenges that are possible with it.
\`fetch\` challenges answer \`hints\`. The others answer a form: post its \`fields\` to its \`action\` in an iframe of its
\`width\` and \`height\` (invisible for \`background-iframe\`). At the end the iframe sends \`postMessage({hints: […]})\` to its
parent. Do not wait longer than \`timeout\` for that.`,
    parameters: [version],
    body: { schema: 'payment', as: 'json' },
    answers: {
      200: json('Hints, an iframe to open, or what a method asks', {
        oneOf: [responses.hintsAnswer, responses.frame, responses.methodAction],
      }),
      204: ready,
      400: CustomerInvalid,
      404: CustomerNotFound,
    },
    tests: ['api/customer'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/receipts',
    entry: 'payments/receipt',
    authorization: 'none',
    own: true,
    table: ['GetItem', 'UpdateItem'],
    // Repeatable without a key, as no address gets a receipt twice.
    verb: { client: 'customer', name: 'payments.receipt', repeatable: true },
    tag: 'Checkout API',
    summary: 'Have the receipt of a payment mailed',
    description: `Mails the receipt of a payment to the merchant with this key, for 24 hours after the payment. Without
\`email\` the receipt goes to the address of the paid link. A payment has at most three addresses. Each of them also
gets a receipt of each refund for 180 days after the payment, and is then deleted. \`locale\` is the language, as in
a payment link.

The answer reveals nothing about the mail: an address that already has the receipt gets no second one, and daily
quotas of the mailbox and the merchant apply, which are low for test merchants of unvouched apps. A payment of another
merchant, or one that was declined, released or is too old, is a \`REQUEST_INVALID\`.`,
    parameters: [version],
    body: { schema: 'receiptCreate', as: 'json' },
    answers: { 202: json('The mail is requested', responses.receiptAsked), 400: CustomerInvalid },
    tests: ['slow/receipts', 'api/console/mails', 'browser/receipts'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/codes',
    entry: 'payments/create-code',
    authorization: 'none',
    own: true,
    table: ['GetItem'],
    seal: ['GenerateDataKey'],
    verb: { client: 'customer', name: 'codes.create', repeatable: true },
    tag: 'Checkout API',
    summary: "Ask for a payment on the customer's own phone",
    description: `Makes the code that the amount screen shows as a QR code. A customer who opens \`url\` sees the
payment page, and can change nothing of it. The code can be paid once, within 15 minutes. An amount with more
decimals than its currency is refused. \`text\`, \`reference\` and \`recurring\` are those of a payment link.

Florin stores nothing before the payment. Then the code is a payment link: the transaction has its id as \`linkId\`, and
\`GET /links/{linkId}\` shows it; lists of links leave it out.`,
    parameters: [version],
    body: { schema: 'codeCreate', as: 'json' },
    answers: { 201: json('A code', responses.tillCode), 400: CustomerInvalid },
    tests: ['api/till-codes', 'api/till-codes-live', 'api/method-tills', 'browser/till-codes'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/payments/codes/{watch}',
    entry: 'payments/get-code',
    authorization: 'none',
    table: ['GetItem'],
    seal: ['Decrypt'],
    verb: { client: 'customer', name: 'codes.get' },
    tag: 'Checkout API',
    summary: 'The state of a code',
    description: `Shows the state to the till that made the code, for an hour; customers who scanned the code cannot
read it. Ask every few seconds while the till waits. After a declined payment the code is still \`waiting\`, and the
customer can try again. The code is also \`waiting\` while a customer is at their bank or in their app. A payment that began in
time can still succeed in the 20 minutes after the code has \`expired\`.`,
    parameters: [version],
    answers: { 200: json('Its state', responses.tillCodeState), 400: CustomerInvalid, 404: CustomerNotFound },
    tests: ['api/till-codes', 'api/till-codes-live', 'browser/till-codes'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/frames/{frame}',
    entry: 'payments/show-challenge-frame',
    authorization: 'none',
    table: [],
    seal,
    verb: 'none',
    tag: 'Checkout API',
    summary: 'The page inside the iframe of a challenge',
    description: 'For browsers, by the form of a challenge. The page passes its hints to the page around it.',
    body: {
      schema: {
        type: 'object',
        required: ['state'],
        properties: {
          state: { type: 'string', title: 'the `state` of the form' },
          outcome: { type: 'string', enum: ['confirm', 'reject'], title: 'the button that was pressed' },
        },
      },
      as: 'form',
    },
    answers: {
      200: page('The page'),
      400: page('The body does not parse'),
      404: page('An invalid or expired form'),
      413: page('The body is larger than 256 KB'),
      415: page('The body is not a form'),
    },
    tests: ['api/customer', 'browser/challenges'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/payments/frames/{frame}',
    entry: 'payments/return-from-bank',
    authorization: 'none',
    table: [],
    seal,
    verb: 'none',
    tag: 'Checkout API',
    summary: 'The page that a bank returns to',
    description:
      'For browsers: a bank that has asked the customer of a live merchant sends its iframe back here, with `state` in the query. The page passes its hint to the page around it.',
    parameters: [
      {
        name: 'state',
        in: 'query',
        required: true,
        description: 'The value that the bank got',
        schema: { type: 'string' },
      },
    ],
    answers: { 200: page('The page'), 404: page('An invalid or expired state') },
    tests: ['api/live', 'browser/live'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/payments/returns',
    entry: 'payments/return-from-method',
    authorization: 'none',
    table: [],
    seal: ['Decrypt'],
    verb: 'none',
    tag: 'Checkout API',
    summary: 'The page that a method returns to',
    description: `For browsers: the page or the app of a method sends the customer here, in whichever browser, with \`state\` in the
query. From here the customer goes on to the \`returnUrl\` of the payment, with \`#returned=\` and the state: immediately if that is a
page of Florin, and otherwise by a button.`,
    parameters: [backState],
    answers: {
      200: page('A page with a button'),
      303: onward('On to a page of Florin'),
      404: page('An invalid or expired state'),
    },
    tests: ['api/methods'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/returns',
    entry: 'payments/get-returned',
    authorization: 'none',
    // Not `paying`: it also has no part in the alarm of a release, which takes ten functions.
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    seal: ['Decrypt'],
    acquirer: true,
    verb: { client: 'customer', name: 'payments.returned', repeatable: true },
    tag: 'Checkout API',
    summary: 'The outcome of a payment whose customer has come back',
    description: `For a customer who comes back from the page or the app of a method in another browser, which knows nothing
of the payment but the \`state\`. Ask every few seconds while the answer is \`open\`. With \`leave\` Florin gives the payment up,
unless the customer has paid already. A page that shows what was paid sends the public key as well, with \`amount\` and
\`linkId\`: a state of another payment is then a \`TOKEN_INVALID\`.`,
    parameters: [version],
    body: { schema: 'paymentReturn', as: 'json' },
    answers: {
      200: json('The answer is not known yet', responses.returned),
      201: json('Paid', responses.returnedPaid),
      400: CustomerInvalid,
    },
    tests: ['api/methods'],
  },

  {
    api: 'pos',
    method: 'GET',
    path: '/payments/simulated-bank',
    entry: 'payments/show-simulated-bank',
    authorization: 'none',
    table: ['GetItem'],
    seal: ['Decrypt'],
    verb: 'none',
    tag: 'Checkout API',
    summary: 'The page or app of a method in test mode',
    description:
      'For browsers: asks the customer of a test merchant, in place of the page or the app of a real method.',
    parameters: [backState],
    answers: { 200: page('The page'), 404: page('An invalid or expired state') },
    tests: ['api/methods'],
  },

  {
    api: 'pos',
    method: 'POST',
    path: '/payments/simulated-bank',
    entry: 'payments/answer-simulated-bank',
    authorization: 'none',
    table: ['GetItem', 'PutItem'],
    seal: ['Decrypt'],
    sends: [{ queue: 'AcquirerEvents', variable: 'ACQUIRER_EVENTS_URL' }],
    verb: 'none',
    tag: 'Checkout API',
    summary: 'The answer of a customer in test mode',
    description: `For browsers, by the form of the page. The first answer counts, and only while the method waits for its customer.
\`approve\`, \`reject\`, \`cancel\` and \`late\` (approved, but known only 20 seconds later) send the customer back. \`stay\` approves,
and leaves the customer here: the shop hears of the payment by its webhook alone. \`never\` sends no answer.`,
    body: {
      schema: {
        type: 'object',
        required: ['state'],
        properties: {
          state: { type: 'string', title: 'the `state` of the page' },
          answer: {
            type: 'string',
            enum: ['approve', 'reject', 'cancel', 'late', 'stay', 'never'],
            title: 'the button that was pressed',
          },
          after: {
            type: 'string',
            enum: ['', 'dispute_won', 'dispute_lost', 'refund_fails', 'authorization_ends'],
            title: 'the event that follows the payment',
          },
        },
      },
      as: 'form',
    },
    answers: {
      200: page('The page for a customer who does not go back'),
      303: onward('Back to the payment'),
      400: page('The body does not parse'),
      404: page('An invalid or expired state'),
      413: page('The body is larger than 256 KB'),
      415: page('The body is not a form'),
    },
    tests: ['api/methods'],
  },
] as const satisfies readonly PublicRow[];
