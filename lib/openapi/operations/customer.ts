import { responses } from '../../../schemas/responses.ts';
import { errors, json, page } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { onceKey, version } from '../parameters.ts';

const { CustomerInvalid, CustomerNotFound } = errors;

export const customer = {
  'POST /vault': {
    tag: "Customer's side",
    summary: 'Seal a card number or a security code',
    description: `\`type\` is \`pcn\` (a card number, 10 to 19 digits) or \`pcsc\` (a security code, 3 digits, or 4 of an American Express card). The token is the value
sealed with authenticated encryption, bound to its type and to one hour. Pass the whole answer on.`,
    parameters: [version],
    body: { schema: 'vaultCreate', as: 'api' },
    answers: { 201: json('Sealed', responses.vaultToken), 400: CustomerInvalid },
  },

  'POST /payments': {
    tag: "Customer's side",
    summary: "The customer's first transaction, or the challenge to meet before it",
    description: `Without \`amount\` a card is saved: a transaction of amount 0. An amount finer than its currency allows is rounded up.
\`test\` must be an object for a test merchant and absent for a live one. \`text\` is shown to the
customer and on no bank statement, where the merchant's \`descriptor\` stands, or the \`statement\` of the link. \`custom\` is any JSON, at most 50 KB. \`plan\` (at most 50 KB too) and
\`unplanned\` say which later payments the customer agrees to; they are kept with the transaction.

With \`linkId\` it pays a link that the merchant's server has made, or the code of a till. \`amount\` must be the link's; \`text\`, \`custom\`,
\`plan\`, \`unplanned\` and \`capture\` are for the link to say, and must not be there. Where the link was paid, has expired or was
switched off in the meantime, the answer is \`PAYMENT_INTEGRATION_DISABLED\`, and nothing is charged; the payment that
has paid it gets its own answer again.

\`card\` is typed (\`number\`, \`expiry\` and \`code\`), or, by a link that names its customer, one that was kept for them:
\`saved\`, its id, and \`code\`. With \`save\` a typed card is kept for that customer once it has paid; they must have agreed
to that. A \`saved\` card that is not theirs, has expired, was removed or has had five wrong security codes is a
\`REQUEST_INVALID\`, whichever it is.

\`payer\` is who pays, as they say: a \`name\`, an \`email\`, both or neither. A link that asks (\`ask\`) is paid by who has
said it. The transaction has it as \`payer\`, for the merchant to see; a name with ten digits could be a card's number, and is refused.

Whether a payment is captured at once is the merchant's to say (\`capture\` of the merchant, or of the link). \`capture\`
here is what the shop's page counts on: with another value than the merchant has set, the payment is refused.

A 200 is a challenge: post the same payment to its \`path\`, add the hints that come of it to \`hints\`, and post here
again, until the answer is a 201. Hints are bound to the merchant's key, the amount, the card token (or the saved card's id), \`test\` and the
link.

A proof of 3-D Secure pays once: the same payment sent again, with an \`Idempotency-Key\` or without, gets the first
answer; with another \`text\`, \`custom\` or the like it is refused with \`TOKEN_INVALID\`.

A decline is a 400 with its code; the failed transaction is stored all the same.`,
    parameters: [version, onceKey],
    body: { schema: 'payment', as: 'json' },
    answers: {
      200: json('A challenge has to be met first', responses.challenges),
      201: json('Paid: authorized, and captured where the merchant has set it so', responses.authorized),
      400: CustomerInvalid,
      422: errors.CustomerKeyReused,
    },
  },

  'POST /payments/challenges/{challenge}': {
    tag: "Customer's side",
    summary: 'Perform a challenge',
    description: `With the same body as the payment, and only the challenge that \`POST /payments\` answers with it. \`fetch\` challenges answer \`hints\`. The others answer a form: post it into an iframe
of that size (invisible for \`background-iframe\`), which ends by \`postMessage({hints: […]})\` to its parent, and do not
wait longer than \`timeout\` for it.`,
    parameters: [version],
    body: { schema: 'payment', as: 'json' },
    answers: {
      200: json('Hints, or an iframe to open', { oneOf: [responses.hintsAnswer, responses.frame] }),
      400: CustomerInvalid,
      404: CustomerNotFound,
    },
  },

  'POST /payments/receipts': {
    tag: "Customer's side",
    summary: 'Have the receipt of a payment mailed',
    description: `Of a payment to the merchant with this key, for 24 hours after it. Without \`email\` it goes to the one of the link that was
paid. Up to three addresses a payment get one; who has got it gets a receipt of each refund too, for 180 days after the
payment, and is forgotten then. \`locale\` is the language, as of a payment link.

The answer is the same whatever becomes of the mail: an address that has one already gets no second, and mail is sent
within daily quotas of the mailbox and the merchant, low ones for the test merchants of apps that nobody vouches for.
A payment that is none of this merchant's, was declined or released, or is too old, is a \`REQUEST_INVALID\`.`,
    parameters: [version],
    body: { schema: 'receiptCreate', as: 'json' },
    answers: { 202: json('Asked for', responses.receiptAsked), 400: CustomerInvalid },
  },

  'POST /payments/codes': {
    tag: "Customer's side",
    summary: "Ask for a payment on the customer's own phone",
    description: `What the amount screen does with its QR code. Whoever opens \`url\` sees the payment page, and can change nothing of
it; it can be paid once, within 15 minutes. An amount finer than its currency is refused. \`text\`, \`reference\` and \`recurring\` are as of a payment link.

Nothing is stored until it is paid. Then it is a payment link: the transaction has its id as \`linkId\`, and
\`GET /links/{linkId}\` shows it; lists of links leave it out.`,
    parameters: [version],
    body: { schema: 'codeCreate', as: 'json' },
    answers: { 201: json('A code', responses.tillCode), 400: CustomerInvalid },
  },

  'GET /payments/codes/{watch}': {
    tag: "Customer's side",
    summary: 'What became of a code',
    description: `For the till that has asked for it, and not for who has scanned it, for an hour. Ask every few seconds while it is waited for. A payment that was declined leaves it
\`waiting\`: the customer can try again. One that was begun in time may be made just after it has \`expired\`.`,
    parameters: [version],
    answers: { 200: json('Its state', responses.tillCodeState), 400: CustomerInvalid, 404: CustomerNotFound },
  },

  'GET /payments/frames/{frame}': {
    tag: "Customer's side",
    summary: 'Where a bank returns to',
    description:
      'For browsers: a bank that has asked the customer of a live merchant sends its iframe back here, with `state` in the query. It hands its hint to the page around it.',
    parameters: [
      {
        name: 'state',
        in: 'query',
        required: true,
        description: 'As it was given to the bank',
        schema: { type: 'string' },
      },
    ],
    answers: { 200: page('The page'), 404: page('A state that is not of this side, or has expired') },
  },

  'POST /payments/frames/{frame}': {
    tag: "Customer's side",
    summary: 'The page inside the iframe of a challenge',
    description: 'For browsers, by the form of a challenge. It hands its hints to the page around it.',
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
      404: page('A form that is not of this side, or has expired'),
      415: page('The body is no form'),
    },
  },
} satisfies Operations;
