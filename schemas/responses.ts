import {
  answer,
  described,
  listOf,
  moment,
  oneOfFields,
  orNull,
  signed,
  text,
  total,
  uuid,
  yes,
  yesOrNo,
} from './answer.ts';
import { errors, processingError } from './errors.ts';
import { eventTypes } from './event-types.ts';
import { currency, id } from './types.ts';

const app = answer({ id, name: orNull(text), created: moment });
const user = answer({
  id,
  email: text,
  created: moment,
  role: { type: 'string', enum: ['owner', 'member', 'support', 'accountant'] },
});

const fee = answer({ currency, amount: described(total, "Minor units of the merchant's currency") });
const rate = { type: 'number', minimum: 0, maximum: 1, description: 'Share of the gross amount' } as const;
const terms = { rate, flat: fee, dispute: fee };

const asked = { type: 'string', enum: ['name', 'email'] } as const;

const pixels = { type: 'integer', minimum: 16, maximum: 1024 } as const;

/** The parts of a merchant's money, beside its balance. */
const funds = {
  available: described(
    signed,
    'Can be paid out now: of a test merchant `balance` without `disputed`, of a live one `balance` without `pending`',
  ),
  pending: described(
    signed,
    "In `balance`, but paid out on a later day only, as a live merchant's acquirer says; 0 for a test merchant",
  ),
  reserved: described(
    signed,
    'Held in reserve by the acquirer of a live merchant, off `balance` until it is released; 0 for a test merchant',
  ),
  disputed: described(
    signed,
    'In disputes that are open. A test merchant has it in `balance` until the dispute is lost; the acquirer of a live one has taken it off `balance`, fees included, and gives it back when the dispute is won. An inquiry does not count',
  ),
} as const;

const merchant = answer(
  {
    id,
    key: described(uuid, 'Public key: names the merchant in payments and links, and opens nothing'),
    created: moment,
    name: orNull(text),
    currency: described(currency, 'The funding currency'),
    test: yesOrNo,
    email: text,
    website: text,
    descriptor: described(text, "Default text on customers' bank statements"),
    company: answer({ country: text, number: orNull(text) }),
    address: described(orNull(text), 'On its receipts, in lines as on an envelope'),
    bank: answer({ iban: orNull(text) }),
    capture: described(
      yesOrNo,
      'Payments by customers are captured at once, but for links that say otherwise',
    ),
    ask: listOf(asked, 'What customers are asked for, beside the card, but for links that say otherwise'),
    color: described(orNull(text), 'Of the buttons and links of its pages, `#rrggbb`'),
    terms: described(orNull(text), 'Linked in the foot of its pages'),
    privacy: described(orNull(text), 'Likewise'),
    logo: {
      anyOf: [
        answer({ path: described(text, 'Below `{pos_url}`'), width: pixels, height: pixels }),
        { type: 'null' },
      ],
      description: 'On its pages, and in previews of them',
    },
    notifications: answer({
      disputes: described(yesOrNo, 'That a dispute was opened, with its deadline, and how it ended'),
      payouts: described(yesOrNo, 'That a payout was sent, or came back'),
      summary: described(yesOrNo, 'Each morning what moved the balance on the day before, if anything did'),
    }),
    balance: described(
      signed,
      'Sum of the `balance` of all lines, in minor units of the funding currency; exact beyond 2^53 too',
    ),
    ...funds,
    balances: {
      type: 'object',
      additionalProperties: answer({ balance: described(signed, 'Sum of `kept` of all lines'), ...funds }),
      description:
        'The same of each other currency that the acquirer of a live merchant keeps, by its code, in minor units of it',
    },
    claim: answer({
      canChargeCard: yesOrNo,
      canSaveCard: yesOrNo,
      canTransferToCard: yesOrNo,
      canCapture: yesOrNo,
      canRefund: yesOrNo,
      canVoid: yesOrNo,
    }),
    pricing: answer({ ...terms, transfer: answer({ toCard: answer(terms) }) }),
    tds: answer({
      mode: { type: 'string', enum: ['attempt', 'full'], description: 'How far 3-D Secure must get' },
    }),
  },
  {
    integration: described(
      answer({
        payments: described(yesOrNo, 'The account takes new payments'),
        payouts: described(yesOrNo, "The acquirer sends the account's money to the merchant's bank"),
      }),
      "What a live merchant's account at the acquirer can do. Authorized payments can be captured, voided and refunded in any case",
    ),
  },
);

const exchange = answer(
  {
    from: currency,
    to: currency,
    rate: { type: 'number', exclusiveMinimum: 0, description: 'Units of `to` for one of `from`, for people' },
  },
  {
    date: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'Of the rates' },
    perEuro: described(
      answer({ from: text, to: text }),
      'Units of each that a euro bought, exactly as published: amounts are computed from these. None of real money, which its acquirer exchanges',
    ),
  },
);

const day = {
  type: 'string',
  format: 'date',
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: '`2026-03-13`',
} as const;

const line = {
  ...answer(
    {
      id,
      merchantId: id,
      test: yesOrNo,
      created: moment,
      amount: described(
        answer({ currency, amount: signed }),
        "In the transaction's currency; of a payout in the merchant's. Below 0 where money came back that was refunded or paid out. Of an adjustment what was booked, below 0 where it was taken, before `fee`",
      ),
      balance: described(signed, "Effect on the merchant's balance, after `fee`, in its currency"),
      fee: described(signed, "All fees of this line, in the merchant's currency; contained in `balance`"),
    },
    {
      transactionId: described(id, 'A payout and an adjustment have none'),
      capture: yes,
      refund: yes,
      dispute: yes,
      payout: yes,
      adjustment: described(
        yes,
        'What the acquirer of a live merchant has booked beside payments and payouts: a monthly fee, a transfer, a reserve',
      ),
      description: described(
        text,
        "Of an adjustment: what it is, in the acquirer's words. Of what a live merchant's acquirer keeps in another currency than theirs, and changes no `balance`: how much that is",
      ),
      exchange: described(exchange, 'The rate used, where the currencies differ; it never changes'),
      reference: described(
        text,
        "Of real money: the acquirer's own name for the entry in its books; of a payout, for the payout",
      ),
      kept: described(
        answer({ currency, balance: signed, fee: signed }),
        "What a live merchant's acquirer keeps in another currency than theirs, in minor units of it. The merchant's `balance` does not have it; `balances` does",
      ),
      fees: listOf(
        answer(
          {
            kind: {
              type: 'string',
              enum: ['processing', 'network', 'application', 'tax', 'withheld_tax', 'other'],
            },
            amount: signed,
          },
          { description: described(text, "In the acquirer's words") },
        ),
        'What `fee` of real money is made of, or that of `kept`, as its acquirer says; they add up to it',
      ),
      available: described(day, 'Of real money: when it can be paid out; absent where it can be at once'),
      payoutId: described(id, "Of real money: the acquirer's payout that contains it"),
      arrival: described(orNull(day), 'When that payout reaches the bank'),
    },
  ),
  ...oneOfFields('capture', 'refund', 'dispute', 'payout', 'adjustment'),
};

const movement = answer(
  {
    id: described(id, 'Of the line'),
    merchantId: id,
    test: yesOrNo,
    created: moment,
    kind: { type: 'string', enum: ['capture', 'refund', 'dispute', 'payout', 'adjustment'] },
    postings: listOf(
      answer({
        account: {
          type: 'string',
          enum: [
            'acquirer:receivable',
            'acquirer:adjustments',
            'acquirer:reserves',
            'disputes',
            'merchant:payable',
            'fees:processing',
            'fees:network',
            'fees:application',
            'fees:tax',
            'fees:withheld_tax',
            'fees:other',
            'payouts:transit',
            'exchange',
          ],
        },
        currency,
        amount: described(signed, 'Minor units: what the account receives, below 0 what it gives'),
      }),
      'They sum to zero in each currency',
    ),
  },
  {
    transactionId: id,
    payoutId: described(id, "Of real money: the acquirer's payout that contains the line"),
  },
);

const payout = answer({
  id: described(id, 'Of its line too'),
  merchantId: id,
  test: yesOrNo,
  created: moment,
  amount: described(
    answer({ currency, amount: signed }),
    "In the merchant's currency, or in another one that its acquirer keeps. Below 0 where the acquirer takes what is owed to it from the bank account",
  ),
  status: {
    type: 'string',
    enum: ['pending', 'in_transit', 'paid', 'failed', 'canceled'],
    description: 'One that `failed` or was `canceled` is back on the balance, by a line of its own',
  },
  arrival: described(orNull(day), 'The day on which it reaches the bank, as far as is known'),
  trace: described(orNull(text), 'By which the bank finds the transfer, where its acquirer says so'),
  reference: described(orNull(text), "The acquirer's own name for it; null for a test merchant"),
  itemized: {
    type: 'string',
    enum: ['done', 'open', 'none'],
    description:
      'Whether its lines are known: `open` until its acquirer has said which they are, `none` where it never says (of payouts that somebody has asked it for by hand)',
  },
  count: described(total, 'How many lines it pays out'),
  carried: described(
    answer({ in: signed, out: signed }),
    'What payouts before it left over, and what it leaves over itself: not 0 only where a balance is larger than the largest payout, 2^53 − 1. `amount` = `in` + the sum of its lines − `out`',
  ),
});

const cardFields = {
  bin: { type: 'string', pattern: '^\\d{6}$', description: 'First six digits' },
  last4: { type: 'string', pattern: '^\\d{4}$' },
  expiry: described(moment, 'The last millisecond of the last valid month'),
  scheme: {
    type: 'string',
    enum: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
    description: 'Of a test merchant one of the first two: `visa` where the number is of neither',
  },
} as const;

const trailEntry = {
  ...answer(
    {
      created: moment,
      amount: described(
        signed,
        "Minor units of the transaction's currency; below 0 for a capture or a refund that failed later, and came back",
      ),
      balance: described(
        signed,
        "Effect on the merchant's balance, in its currency; 0 for an increment or a void",
      ),
      fee: described(answer({ flat: signed, rate: total }), "Minor units of the merchant's currency"),
      descriptor: text,
    },
    {
      increment: yes,
      capture: yes,
      refund: yes,
      void: yes,
      dispute: {
        ...answer({ id }, { won: yes, lost: yes, withdrawn: yes, reinstated: yes }),
        ...oneOfFields('won', 'lost', 'withdrawn', 'reinstated'),
        description:
          'What happened to a dispute. The acquirer of a live merchant withdraws the money when a dispute opens, and may reinstate it later',
      },
      lineId: described(
        id,
        'The line in the ledger; none where no money moved (an increment, a void, a dispute won), or while `figuresDue`',
      ),
      figuresDue: described(
        yes,
        'Of real money: the acquirer has made it, and tells its figures later. `balance` and `fee` are 0 until then, and the line is written then',
      ),
    },
  ),
  ...oneOfFields('increment', 'capture', 'refund', 'void', 'dispute'),
};

const transaction = answer(
  {
    id,
    merchantId: id,
    test: yesOrNo,
    created: moment,
    currency,
    amount: described(total, 'Authorized, with what increments have added. 0 where only a card was saved'),
    descriptor: described(text, "Text on the customer's bank statement"),
    pendingAmount: described(total, 'Can be captured or voided'),
    capturedAmount: described(
      total,
      'Captured in all; can be refunded as far as it is not refunded or disputed',
    ),
    refundedAmount: total,
    voidedAmount: total,
    disputedAmount: described(
      total,
      'In disputes that are open or were lost; an inquiry does not count. A dispute won lowers it again',
    ),
    card: answer({ ...cardFields, code: answer({ present: yesOrNo }) }),
    custom: { description: 'What was given at creation, of any shape; null for nothing' },
    tds: { enum: ['attempt', 'full', null], description: '3-D Secure: tried, passed, or not applied' },
    recurring: described(yesOrNo, 'Made from the server, without the customer'),
    linkId: described(orNull(id), 'The payment link of your server that it pays; null for none'),
    payer: {
      anyOf: [answer({ name: orNull(text), email: orNull(text) }), { type: 'null' }],
      description: 'Who has paid, as they say themselves, where they were asked',
    },
    successful: yesOrNo,
    error: {
      anyOf: [{ const: false }, processingError],
      description: 'Why it was declined, or false',
    },
    trail: listOf(trailEntry, 'All that was done with it, oldest first'),
  },
  {
    captureBefore: {
      ...moment,
      description:
        'When the authorization of a live merchant ends by itself: capture before. Present while money is pending, if the acquirer says when',
    },
    operation: {
      ...answer(
        { id, created: moment, amount: total },
        { increment: yes, capture: yes, refund: yes, void: yes },
      ),
      ...oneOfFields('increment', 'capture', 'refund', 'void'),
      description:
        'Of real money: what its acquirer was asked for and has not answered yet. It is set aside, and becomes an entry of the trail, or is given back',
    },
  },
);

const operation = {
  ...answer(
    {
      id,
      transactionId: described(id, 'Of an authorization there is a transaction once it is settled'),
      created: moment,
      currency,
      amount: total,
      state: { type: 'string', enum: ['open', 'approved', 'declined'] },
      error: { anyOf: [{ const: false }, processingError], description: 'Why it was declined, or false' },
    },
    { authorization: yes, increment: yes, capture: yes, refund: yes, void: yes },
  ),
  ...oneOfFields('authorization', 'increment', 'capture', 'refund', 'void'),
};

const link = answer({
  id,
  merchantId: id,
  test: yesOrNo,
  created: moment,
  url: { type: 'string', format: 'uri', description: 'Where customers open it' },
  status: {
    type: 'string',
    enum: ['open', 'used', 'expired', 'disabled'],
    description:
      'Whether it can be paid, or why not: it was paid as often as it may be, its time is over, or it was switched off',
  },
  amount: described(total, 'Minor units'),
  currency,
  text: described(orNull(text), 'Shown on the page'),
  statement: described(
    orNull(text),
    "Text on the customer's bank statement; null: the merchant's `descriptor`",
  ),
  lines: {
    type: ['array', 'null'],
    items: answer({ text, quantity: total, amount: described(signed, 'Of all of it, in minor units') }),
    description: 'What is paid for; they add up to `amount`',
  },
  reference: orNull(text),
  redirect: orNull(text),
  cancel: orNull(text),
  expires: orNull(moment),
  uses: described(total, 'How often it can be paid'),
  paid: described(total, 'How often it was'),
  email: orNull(text),
  customer: described(orNull(text), 'Your own name for the customer, who may have cards kept'),
  locale: orNull(text),
  recurring: yesOrNo,
  capture: described(
    { type: ['boolean', 'null'] },
    'Whether its payments are captured at once; null: as the merchant has set it when it is paid',
  ),
  ask: {
    anyOf: [listOf(asked, 'In any order'), { type: 'null' }],
    description: 'What its customers are asked for; null: as the merchant has set it',
  },
});

const customerCard = answer({
  id: described(id, 'That of the transaction that it was saved with'),
  merchantId: id,
  customer: described(text, 'As in the links that you have made for them'),
  created: moment,
  agreed: described(moment, 'When the customer agreed that it is kept'),
  used: described(orNull(moment), 'When it has paid last, after that'),
  ...cardFields,
  offered: described(
    yesOrNo,
    'Whether links of the customer show it: not once it has expired, nor after five wrong security codes',
  ),
});

const linkPayments = listOf(
  answer({ transactionId: id, created: moment }),
  'What it was paid by, newest first; the last 100',
);

const dispute = answer({
  id,
  merchantId: id,
  transactionId: id,
  created: moment,
  amount: described(total, "Minor units of the transaction's currency"),
  reason: answer({ code: { type: 'number' }, title: text }),
  due: described(text, 'Until when the merchant can answer: ISO 8601, UTC'),
  status: {
    enum: ['inquiry', 'inquiry_closed', 'open', 'won', 'lost', null],
    description:
      'An inquiry asks for information: no money moves, and a refund usually ends it. An appeal can still change `won` and `lost`. `null` for disputes that an earlier version has stored',
  },
});

const fraud = answer(
  { id, merchantId: id, transactionId: id, created: moment },
  {
    reported: described(text, 'When the issuer reported it, where known: ISO 8601, UTC'),
    reason: { type: 'integer', minimum: 0, maximum: 8, description: 'Where known; see the table' },
  },
);

const webhook = answer({
  id,
  merchantId: id,
  test: yesOrNo,
  created: moment,
  url: described(orNull(text), 'Where events are posted; null for an endpoint that is only looked at'),
  events: {
    type: ['array', 'null'],
    items: { type: 'string', enum: eventTypes },
    description: 'The types that it is told of; null for all',
  },
  description: orNull(text),
  verified: described(
    yesOrNo,
    'Its server has answered the challenge, or need not; else it gets test events only',
  ),
  verificationError: described(orNull(text), 'Why the last test event did not verify it'),
  enabled: yesOrNo,
  disabled: {
    anyOf: [
      answer({
        at: moment,
        by: {
          type: 'string',
          enum: ['merchant', 'failures'],
          description: '`failures`: no delivery has succeeded for five days',
        },
      }),
      { type: 'null' },
    ],
    description: 'Since when it is switched off, and by whom',
  },
  failingSince: described(orNull(moment), 'The first failure since the last success'),
  secrets: listOf(answer({ id, created: moment }), 'What its deliveries are signed with, each'),
});

const shownSecret = described(text, 'Signs the deliveries (`whsec_…`). Shown this once');

const delivery = answer({
  id: described(id, 'The event’s'),
  merchantId: id,
  webhookId: id,
  type: { type: 'string', enum: eventTypes },
  created: described(moment, 'When it happened'),
  status: { type: 'string', enum: ['pending', 'succeeded', 'failed'] },
  attempts: listOf(
    answer({
      time: moment,
      status: described(orNull({ type: 'integer' }), 'Of the answer; null where there was none'),
      error: described(
        orNull(text),
        'Why there was none, or not the right one: `TIMEOUT`, `ECONNREFUSED`, `ADDRESS_NOT_PUBLIC`, `NOT_VERIFIED`, `CHALLENGE_NOT_ANSWERED`, `DAILY_LIMIT`, …',
      ),
      duration: described(total, 'Milliseconds'),
    }),
    'Oldest first; the last 20',
  ),
  answer: described(orNull(text), 'The first KB of the last answer'),
  next: described(orNull(moment), 'When the next attempt is due'),
});

const hints = {
  ...listOf({ type: 'string' }, 'Add these to `hints`, and post the payment again'),
} as const;

const hello = {
  ...answer({
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', minLength: 1, maxLength: 255 },
  }),
  xml: { name: 'helloWorld' },
};

const url = { type: 'string', format: 'uri' } as const;

/** JSON Schemas (2020-12) of what the API answers, by name. */
export const responses = {
  ...errors,

  app,
  appCreated: answer({
    app: answer({
      id,
      name: orNull(text),
      key: described(uuid, 'The API key. A secret, shown this once: only its hash is stored'),
    }),
  }),
  identity: answer({ identity: app }),
  user,
  invited: answer({ isMember: described(yesOrNo, 'Was a member already; no e-mail goes out then') }),

  merchant,
  merchantAnswer: answer({ merchant }),

  exchange,
  line,

  movement,

  payout,
  payoutAnswer: answer({
    payout: answer({ ...payout.properties, lines: listOf(line, 'A page of them, newest first') }),
  }),

  trailEntry,
  operation,
  transaction,
  transactionAnswer: answer({ transaction }),
  transactionCreated: answer({ transaction: answer({ id }) }),

  cardCreated: answer({ card: answer({ id }) }),
  cardAnswer: answer({
    card: answer({ id, merchantId: id, created: moment, ...cardFields, notes: orNull(text) }),
  }),

  customerCard,
  cardRemoved: answer({ removed: { const: true } }),

  link,
  linkCreated: answer({ link }),
  linkAnswer: answer({ link: answer({ ...link.properties, payments: linkPayments }) }),

  dispute,
  disputeAnswer: answer({ dispute }),
  fraud,
  fraudAnswer: answer({ fraud }),

  webhook,
  webhookAnswer: answer({ webhook }),
  webhookCreated: answer({
    webhook: answer({ ...webhook.properties, secret: shownSecret }),
  }),
  secretCreated: answer({ secret: answer({ id, created: moment, secret: shownSecret }) }),
  delivery,
  deliveryCreated: answer({ delivery: answer({ id }) }),
  deliveryAnswer: answer({
    delivery,
    event: described({ type: 'object' }, 'The body as it is sent; see `webhooks`'),
  }),

  vaultToken: answer({ token: described(text, 'Sealed; good for an hour, and only as its type') }),
  challenges: answer({
    challenges: {
      ...listOf(
        answer({
          name: {
            type: 'string',
            enum: ['fingerprint', 'tds-fingerprint', 'tds-challenge', 'tds-frictionless', 'begin'],
          },
          type: { type: 'string', enum: ['background-iframe', 'iframe', 'fetch'] },
          path: described(text, 'Post the same payment there'),
        }),
        'Perform one of them',
      ),
      minItems: 1,
    },
  }),
  authorized: answer({ authorizationId: described(id, 'The id of the transaction') }),
  receiptAsked: answer({ transactionId: id }),
  tillCode: answer({
    code: described(text, 'Says the payment, sealed: nothing is stored before it is paid'),
    url: described(url, 'The page that the customer pays on'),
    svg: described(text, 'The URL as a QR code'),
    watch: described(text, 'For the till alone: asks what became of it, and by whom it was paid'),
    expires: described(moment, 'Until when it can be paid'),
  }),
  tillCodeState: answer({
    state: { type: 'string', enum: ['waiting', 'paid', 'expired'] },
    expires: moment,
    payment: {
      anyOf: [
        answer({
          transactionId: id,
          created: moment,
          amount: described(total, 'Minor units'),
          currency,
          card: described(text, 'Its scheme and last four digits'),
          descriptor: text,
          reference: orNull(text),
        }),
        { type: 'null' },
      ],
      description: 'What it was paid with, where it was',
    },
  }),
  hintsAnswer: answer({ hints }),
  frame: answer(
    {
      action: url,
      method: { const: 'POST' },
      fields: answer({ state: text }),
      width: described(total, 'Pixels'),
      height: described(total, 'Pixels'),
      timeout: described(total, 'Milliseconds'),
      hints: described(hints, 'Good even if the iframe never answers; add them in any case'),
    },
    {
      left: described(
        hints,
        'Of a live merchant: add them where the customer leaves the iframe without an answer, and pay again: it is given up, or had been paid',
      ),
    },
  ),

  hello,
  hellos: { ...listOf(hello, 'All of them, by id'), xml: { name: 'helloWorlds' } },
  about: {
    ...answer({
      resources: listOf(
        answer({
          type: text,
          endpoints: listOf(
            answer({ url: text, methods: listOf(text, 'What can be done there') }),
            'Its URLs',
          ),
        }),
        'The resource types',
      ),
    }),
    xml: { name: 'about' },
  },
};
