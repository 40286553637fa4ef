import {
  answer,
  listOf,
  moment,
  oneOfFields,
  orNull,
  signedAmount,
  text,
  total,
  uuid,
  withDescription,
  yes,
  yesOrNo,
} from './answer.ts';
import { errors, processingError } from './errors.ts';
import { eventTypes } from './event-types.ts';
import { eligibilityStates, evidenceKinds, evidenceTexts, missingProofs } from './evidence-names.ts';
import { bookedAccounts, feeKinds, lineKinds, perAccount } from './ledger-names.ts';
import { detailAnswers } from './movement-details.ts';
import { ratioPrograms } from './ratio-programs.ts';
import { currency, deliveryStatuses, id } from './types.ts';

/** The challenges that a payment can require. */
export const challengeNames = [
  'fingerprint',
  'tds-fingerprint',
  'tds-challenge',
  'tds-frictionless',
  'begin',
  'method',
] as const;

const maker = answer({ kind: { type: 'string', enum: ['app', 'user'] }, id, email: orNull(text) });

const appFields = { id, name: orNull(text), created: moment };

const app = answer(appFields, {
  role: {
    type: 'string',
    enum: ['owner', 'member', 'support', 'accountant', 'cashier'],
    description: 'Absent for an app that has complete access, or the role `owner` with other limits',
  },
  refundCaps: listOf(
    answer({ currency }, { each: total, day: total }),
    'The most that one payment returns, and that the app returns on a day; minor units',
  ),
  expires: withDescription(moment, 'The end of the access'),
  networks: listOf(text, 'The networks that requests may come from'),
  madeBy: withDescription(maker, 'The app or user that has made the key, or changed its limits last'),
  lastUse: withDescription(
    answer({
      day: withDescription(text, 'The last day on which the key was used, in UTC: 2026-11-30'),
      network: withDescription(text, 'An IPv4 address, or the /56 of an IPv6 address'),
    }),
    'The last use of the key, and where it came from',
  ),
});
const user = answer({
  id,
  email: text,
  created: moment,
  role: { type: 'string', enum: ['owner', 'member', 'support', 'accountant'] },
});

const fee = answer({ currency, amount: withDescription(total, "Minor units of the merchant's currency") });
const rate = { type: 'number', minimum: 0, maximum: 1, description: 'Share of the gross amount' } as const;
const terms = { rate, flat: fee, dispute: fee };

const asked = { type: 'string', enum: ['name', 'email'] } as const;

const pixels = { type: 'integer', minimum: 16, maximum: 1024 } as const;

/** The parts of a merchant's money, in addition to its balance. */
const funds = {
  available: withDescription(
    signedAmount,
    'The amount that can be paid out now: `balance` without `disputed` for test merchants, `balance` without `pending` for live ones',
  ),
  pending: withDescription(
    signedAmount,
    "The part of `balance` that a live merchant's acquirer pays out on a later day; 0 for test merchants",
  ),
  reserved: withDescription(
    signedAmount,
    "The reserve of a live merchant's acquirer, which is not part of `balance` until it is released; 0 for test merchants",
  ),
  disputed: withDescription(
    signedAmount,
    'The amount of open disputes, without inquiries. For test merchants it is part of `balance` until the dispute is lost. The acquirer of a live merchant has taken it from `balance`, with fees, and returns it when the dispute is won',
  ),
} as const;

const amountsByCurrency = { type: 'object', additionalProperties: total } as const;

const refundDays = withDescription(
  orNull(total),
  'The days after the payment in which money can be returned; 0 for never, null for no last day',
);

/** A method that a merchant can choose. */
const availableMethod = answer({
  type: withDescription(text, 'The name in the API'),
  name: withDescription(text, 'The name for people'),
  currencies: listOf(currency, 'The currencies of its payments'),
  countries: listOf(text, 'The countries whose customers usually have it, ISO 3166-1 alpha-2'),
  least: withDescription(amountsByCurrency, 'The least amount, in minor units, of currencies that have one'),
  most: withDescription(
    amountsByCurrency,
    'The greatest amount, in minor units, of currencies that have one',
  ),
  captured: {
    type: 'string',
    enum: ['immediately', 'later'],
    description: 'Whether the money moves with the agreement of the customer, or by a capture',
  },
  partialCapture: withDescription(yesOrNo, 'Whether the capture may take a part'),
  refundDays,
  partialRefund: withDescription(yesOrNo, 'Whether a refund may return a part'),
  disputes: withDescription(yesOrNo, 'Whether the customer can dispute a payment'),
});

const merchant = answer(
  {
    id,
    key: withDescription(
      uuid,
      'The public key, which names the merchant in payments and links, and gives no access',
    ),
    created: moment,
    name: orNull(text),
    currency: withDescription(currency, 'The funding currency'),
    test: yesOrNo,
    email: text,
    website: text,
    descriptor: withDescription(text, "Default text on customers' bank statements"),
    company: answer({ country: text, number: orNull(text) }),
    address: withDescription(orNull(text), 'The address on receipts, in lines as on an envelope'),
    bank: answer({ iban: orNull(text) }),
    timeZone: withDescription(
      text,
      "The IANA name of the time zone in which the merchant's days and months begin, in the console and in mails",
    ),
    capture: withDescription(
      yesOrNo,
      'Whether payments by customers are captured immediately. A link can set another value',
    ),
    consoleCapture: withDescription(
      yesOrNo,
      'Whether payments of paired tills, and of links that people make in the console, are captured immediately',
    ),
    ask: listOf(
      asked,
      'The data that the page asks customers for, beside the card. A link can set another value',
    ),
    methods: listOf(
      text,
      'The types of the methods that the pages offer beside cards, in this order. A type that is missing in `availableMethods` is not offered',
    ),
    availableMethods: listOf(
      availableMethod,
      "The methods that `methods` can have: those of the merchant's account. Of a live merchant the acquirer decides, and may switch one off later",
    ),
    color: withDescription(orNull(text), 'The colour of buttons and links on the pages, `#rrggbb`'),
    terms: withDescription(orNull(text), 'The URL of the terms, linked in the footer of the pages'),
    privacy: withDescription(
      orNull(text),
      'The URL of the privacy notice, linked in the footer of the pages',
    ),
    logo: {
      anyOf: [
        answer({ path: withDescription(text, 'The path below `{pos_url}`'), width: pixels, height: pixels }),
        { type: 'null' },
      ],
      description: 'The logo on the pages, and in previews of links',
    },
    notifications: answer({
      disputes: withDescription(
        yesOrNo,
        'Mails about opened disputes, with the deadline, and about their outcome',
      ),
      payouts: withDescription(yesOrNo, 'Mails about payouts that were sent or came back'),
      summary: withDescription(
        yesOrNo,
        'A mail each morning with the changes of the balance on the day before, if there were any',
      ),
    }),
    refundLimit: withDescription(
      total,
      'In minor units: users of the console who refund more of one payment must first confirm their identity; 0 for no limit',
    ),
    balance: withDescription(
      signedAmount,
      'Sum of the `balance` of all lines, in minor units of the funding currency; exact even beyond 2^53',
    ),
    ...funds,
    balances: {
      type: 'object',
      additionalProperties: answer({
        balance: withDescription(signedAmount, 'Sum of `kept` of all lines'),
        ...funds,
      }),
      description:
        "The same sums in each other currency that a live merchant's acquirer keeps, by currency code, in minor units of that currency",
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
      mode: { type: 'string', enum: ['attempt', 'full'], description: 'The required result of 3-D Secure' },
    }),
  },
  {
    testAuthorizationDays: withDescription(
      { type: 'integer' },
      'The days after which authorizations of a test merchant end; 0 leaves it to the stage, where they usually do not end',
    ),
    integration: withDescription(
      answer({
        payments: withDescription(yesOrNo, 'The account takes new payments'),
        payouts: withDescription(yesOrNo, "The acquirer sends the account's money to the merchant's bank"),
      }),
      "The features of a live merchant's account at the acquirer. Authorized payments can be captured, voided and refunded in any case",
    ),
  },
);

const exchange = answer(
  {
    from: currency,
    to: currency,
    rate: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Units of `to` for one unit of `from`, for people to read',
    },
  },
  {
    date: {
      type: 'string',
      format: 'date',
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
      description: 'The date of the rates',
    },
    perEuro: withDescription(
      answer({ from: text, to: text }),
      'The published units of each currency for one euro, from which Florin computes amounts. Absent for real money, which the acquirer exchanges',
    ),
  },
);

const day = {
  type: 'string',
  format: 'date',
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: '`2026-03-13`',
} as const;

/** The order of a payment, on the payment itself and on its lines and disputes. */
const order = withDescription(
  answer({
    reference: orNull(text),
    customer: withDescription(orNull(text), 'The name of the customer, else the e-mail address'),
    description: withDescription(orNull(text), 'The description of the order that the customer has seen'),
  }),
  'The order of the payment in short, each text with at most 80 characters; absent if nothing is known of it',
);

const bookedAt = withDescription(
  moment,
  "The time at which the line counts in months and statements: the acquirer's time for real money, which is earlier than `created` if Florin has learnt of the money late; else `created`",
);

const pocketName = withDescription(text, "The acquirer's name of the pocket, for example `risk_reserved`");

const line = {
  ...answer(
    {
      id,
      merchantId: id,
      test: yesOrNo,
      created: withDescription(moment, 'The time at which Florin has written the line'),
      bookedAt,
      amount: withDescription(
        answer({ currency, amount: signedAmount }),
        "In the transaction's currency; for a payout in the merchant's. Below 0 if refunded or paid-out money came back. For an adjustment the booked amount before `fee`, below 0 if the acquirer took it, and 0 if all of it is a fee",
      ),
      balance: withDescription(
        signedAmount,
        "Effect on the merchant's balance, after `fee`, in its currency",
      ),
      fee: withDescription(
        signedAmount,
        "All fees of this line, in the merchant's currency; contained in `balance`",
      ),
    },
    {
      transactionId: withDescription(
        id,
        'Absent for payouts, and for adjustments apart from fees of a payment',
      ),
      disputeId: withDescription(id, 'The dispute that has moved the money, or whose fee it is'),
      capture: yes,
      refund: yes,
      dispute: yes,
      payout: yes,
      adjustment: withDescription(
        yes,
        "An entry of a live merchant's acquirer beside payments and payouts, for example a monthly fee, a transfer or a reserve",
      ),
      description: withDescription(
        text,
        "The acquirer's own words for an adjustment, or the amount of money that a live merchant's acquirer keeps in another currency, which changes no `balance`",
      ),
      order,
      exchange: withDescription(exchange, 'The exchange rate, if the currencies differ. It never changes'),
      reference: withDescription(
        text,
        "The acquirer's own name for its entry, or for the payout; only for real money",
      ),
      kept: withDescription(
        answer({ currency, balance: signedAmount, fee: signedAmount }),
        "The amount that a live merchant's acquirer keeps in another currency, in minor units of that currency. It is not part of `balance`, but of `balances`",
      ),
      pocket: withDescription(
        answer({ name: pocketName, balance: signedAmount, fee: signedAmount }),
        'The effect on another pocket of a live merchant’s acquirer, in minor units of the currency of `kept` or of the merchant. The balance changes by 0 then',
      ),
      fees: listOf(
        answer(
          {
            kind: { type: 'string', enum: feeKinds },
            amount: signedAmount,
          },
          { description: withDescription(text, "The acquirer's own words") },
        ),
        "The parts of `fee`, or of the fee of `kept`, by the acquirer's balance transactions; only for real money",
      ),
      available: withDescription(
        day,
        'The day on which real money can be paid out; absent if it can be paid out immediately',
      ),
      reserve: withDescription(
        yes,
        'The acquirer holds the money of this adjustment in reserve, or releases it',
      ),
      payoutId: withDescription(
        id,
        "The acquirer's payout that contains the line, or whose line this is; only for real money",
      ),
      arrival: withDescription(orNull(day), 'The day on which that payout reaches the bank'),
      trace: withDescription(orNull(text), 'The reference by which the bank finds that payout'),
      details: withDescription(
        answer({}, detailAnswers()),
        'The details that the movement has in the trail; absent if it has none',
      ),
    },
  ),
  ...oneOfFields(...lineKinds),
};

const movement = answer(
  {
    id: withDescription(id, 'The id of the line'),
    merchantId: id,
    test: yesOrNo,
    created: withDescription(moment, 'The time at which Florin has written the line'),
    bookedAt,
    kind: { type: 'string', enum: lineKinds },
    postings: listOf(
      answer({
        account: {
          type: 'string',
          enum: [...bookedAccounts, 'exchange'],
        },
        currency,
        amount: withDescription(
          signedAmount,
          'Minor units; above 0 if the account receives the amount, below 0 if the account gives it',
        ),
      }),
      'They sum to zero in each currency',
    ),
  },
  {
    transactionId: id,
    payoutId: withDescription(
      id,
      "The acquirer's payout that contains the line, or whose line this is; only for real money",
    ),
  },
);

const monthName = { type: 'string', pattern: '^\\d{4}-\\d\\d$', description: '`2026-10`' } as const;

const monthFacts = {
  name: monthName,
  from: withDescription(moment, 'The beginning of the month, or the end of the closed month before'),
  to: withDescription(moment, 'The beginning of the next month in `timeZone`'),
  timeZone: text,
  count: withDescription(total, 'The number of lines'),
};

const closingMonth = answer({ ...monthFacts, state: { const: 'closing' } });

/** A balance, or a pocket, over a month. */
const monthAccount = <Fields extends object>(fields: Fields) =>
  answer({
    currency,
    ...fields,
    opening: signedAmount,
    kinds: withDescription(
      answer(Object.fromEntries(lineKinds.map((kind) => [kind, signedAmount]))),
      'The effects on the balance before fees',
    ),
    fees: signedAmount,
    closing: signedAmount,
    count: total,
  });

const closedMonth = answer(
  {
    ...monthFacts,
    state: { const: 'closed' },
    closedAt: moment,
    closedBy: maker,
    accounts: listOf(
      monthAccount({}),
      'The balance in each currency over the month, the merchant’s own currency first',
    ),
    late: listOf(
      answer({ month: monthName, currency, count: total, net: signedAmount }, { pocket: pocketName }),
      'Lines of earlier closed months that were found afterwards; they are part of this month',
    ),
    funds: listOf(
      answer({ currency, pending: signedAmount, reserved: signedAmount, disputed: signedAmount }),
      'The parts of the balance at `closedAt`, as a merchant shows them',
    ),
  },
  {
    pockets: listOf(
      monthAccount({ pocket: pocketName }),
      'The money in other pockets of a live merchant’s acquirer, which is in no balance of `accounts`; absent if a version before 1.0.0 has closed the month',
    ),
    seal: withDescription(
      answer({
        day: withDescription(text, 'The last day (UTC) that the seal covers, for example `2026-10-31`'),
        hash: withDescription(text, 'SHA-256, 64 hex characters'),
      }),
      'The newest seal of the ledger at `closedAt`; absent if there was none. `florin verify --seal` demands it',
    ),
  },
);

const accountMap = (description: string) => withDescription(answer(perAccount(text)), description);

const bookkeeping = answer({
  xero: answer({
    taxRate: withDescription(text, 'The name of a tax rate, as Xero shows it'),
    accounts: accountMap('The codes of accounts'),
  }),
  quickbooks: answer({ accounts: accountMap('The names of accounts') }),
  datev: answer({
    consultant: withDescription(total, 'The number of the tax consultant (Beraternummer)'),
    client: withDescription(total, 'The number of the client (Mandantennummer)'),
    digits: withDescription(total, 'The number of digits of an account'),
    yearBegins: withDescription(total, 'The month in which the business year begins'),
    accounts: accountMap('The numbers of accounts'),
  }),
});

const payout = answer({
  id: withDescription(id, 'The id of the payout and of its line'),
  merchantId: id,
  test: yesOrNo,
  created: moment,
  amount: withDescription(
    answer({ currency, amount: signedAmount }),
    "In the merchant's currency, or in another one that its acquirer keeps. Below 0 if the acquirer debits the bank account",
  ),
  status: {
    type: 'string',
    enum: ['pending', 'in_transit', 'paid', 'failed', 'canceled'],
    description:
      'The money of a payout that `failed` or was `canceled` is back in the balance, with a separate line',
  },
  arrival: withDescription(orNull(day), 'The day on which the payout reaches the bank, if known'),
  trace: withDescription(orNull(text), "The bank's reference of the transfer, if the acquirer reports one"),
  reference: withDescription(
    orNull(text),
    "The acquirer's own name for the payout; null for a test merchant",
  ),
  itemized: {
    type: 'string',
    enum: ['done', 'open', 'none'],
    description:
      'Whether the lines of the payout are known: `open` until the acquirer has reported them, `none` if it reports none, as for payouts that somebody has requested by hand',
  },
  count: withDescription(total, 'The number of lines in the payout'),
  gross: withDescription(
    orNull(signedAmount),
    'The sum of the lines before fees, in the currency of the payout: `net` + `fees`. Null until the lines are known, and for payouts of earlier versions',
  ),
  fees: withDescription(orNull(signedAmount), 'The fees of the lines. Null as `gross`'),
  net: withDescription(
    orNull(signedAmount),
    'The sum of the lines after fees: `amount` − `carried.in` + `carried.out`. Null until the lines are known',
  ),
  carried: withDescription(
    answer({ in: signedAmount, out: signedAmount }),
    'The amount that earlier payouts left over (`in`), and the amount that this one leaves over (`out`). Both are 0 but for four cases, which the guide for finance teams lists. `amount` = `in` + `net` − `out`',
  ),
});

const cardFields = {
  bin: { type: 'string', pattern: '^\\d{6}$', description: 'First six digits' },
  last4: { type: 'string', pattern: '^\\d{4}$' },
  expiry: withDescription(moment, 'The last millisecond of the last valid month'),
  scheme: {
    type: 'string',
    enum: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
    description: 'Test merchants have only the first two, with `visa` for all other numbers',
  },
} as const;

const trailEntry = {
  ...answer(
    {
      created: moment,
      amount: withDescription(
        signedAmount,
        "Minor units of the transaction's currency; below 0 for the return of a capture or refund that failed later",
      ),
      balance: withDescription(
        signedAmount,
        "Effect on the merchant's balance, in its currency; 0 for an increment or a void",
      ),
      fee: withDescription(
        answer({ flat: signedAmount, rate: total }),
        "Minor units of the merchant's currency",
      ),
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
          'The change of a dispute. The acquirer of a live merchant usually withdraws the money when a dispute opens, and may reinstate it later',
      },
      ...detailAnswers(),
      lineId: withDescription(
        id,
        'The line in the ledger; absent if no money moved (an increment, a void, an outcome of a dispute without money), or while `figuresDue`',
      ),
      figuresDue: withDescription(
        yes,
        'Whether the acquirer has made the movement but reports its figures later. Until then `balance` and `fee` are 0, and there is no line; only for real money',
      ),
      pending: withDescription(
        yes,
        'Whether the acquirer has accepted the refund and makes it later. Its amount can no longer be refunded, but is not part of `refundedAmount` yet. The entry disappears if the acquirer declines the refund; only for real money',
      ),
      until: withDescription(
        moment,
        'The time until which the acquirer may take to make or decline a `pending` refund',
      ),
    },
  ),
  ...oneOfFields('increment', 'capture', 'refund', 'void', 'dispute'),
};

/** The means of a payment. */
const method = withDescription(
  answer(
    { type: text, name: text },
    {
      rules: withDescription(
        answer({
          partialCapture: withDescription(
            yesOrNo,
            'Whether a capture may take a part. There is only one capture: it releases what it leaves',
          ),
          partialRefund: withDescription(yesOrNo, 'Whether a refund may return a part'),
          refundDays,
          refundUntil: withDescription(
            orNull(moment),
            'The time until which money can be returned; null if `refundDays` is 0 or null',
          ),
        }),
        'The rules of the method for the payment; absent for cards',
      ),
    },
  ),
  'The means of the payment: `card`, or another method, and its name for people',
);

const transaction = answer(
  {
    id,
    merchantId: id,
    test: yesOrNo,
    created: moment,
    currency,
    amount: withDescription(total, 'The authorized amount, including increments; 0 if only a card was saved'),
    descriptor: withDescription(text, "Text on the customer's bank statement"),
    pendingAmount: withDescription(total, 'The amount that can be captured or voided'),
    capturedAmount: withDescription(
      total,
      'The captured amount. The part that is neither refunded nor disputed can be refunded',
    ),
    refundedAmount: withDescription(total, 'The refunded amount, without refunds that are `pending`'),
    voidedAmount: total,
    disputedAmount: withDescription(
      total,
      'The amount of open and lost disputes, without inquiries. A won dispute reduces it',
    ),
    card: {
      anyOf: [answer({ ...cardFields, code: answer({ present: yesOrNo }) }), { type: 'null' }],
      description:
        'The card; null for a payment by another method, which only merchants get who have switched one on',
    },
    method,
    custom: { description: 'The value that was given at creation, of any shape; null if none was given' },
    tds: {
      enum: ['attempt', 'full', null],
      description: 'The result of 3-D Secure: attempted, passed, or not applied',
    },
    recurring: withDescription(yesOrNo, 'Whether a server made the transaction, without the customer'),
    linkId: withDescription(
      orNull(id),
      'The payment link of your server that the transaction pays; null for none',
    ),
    payer: {
      anyOf: [answer({ name: orNull(text), email: orNull(text) }), { type: 'null' }],
      description: 'The name and e-mail address that the customer has entered, if the page asked for them',
    },
    successful: yesOrNo,
    error: {
      anyOf: [{ const: false }, processingError],
      description: 'The reason of the decline, or false',
    },
    trail: listOf(trailEntry, 'All movements and changes of the transaction, oldest first'),
  },
  {
    order,
    reference: withDescription(
      text,
      "The merchant's own name for a later payment, for ever: no other one from the same source has it",
    ),
    captureBefore: {
      ...moment,
      description:
        "The end of the authorization, before which it must be captured. Present while money is pending, if a live merchant's acquirer reports the end, or a test merchant has `testAuthorizationDays`",
    },
    operation: {
      ...answer(
        { id, created: moment, amount: total },
        { increment: yes, capture: yes, refund: yes, void: yes, ...detailAnswers() },
      ),
      ...oneOfFields('increment', 'capture', 'refund', 'void'),
      description:
        'The movement that the acquirer has not answered yet. Its amount is held until it becomes an entry of the trail or is released; only for real money',
    },
    declinedRefunds: listOf(
      answer(
        {
          created: moment,
          amount: total,
          declined: withDescription(moment, 'When Florin learned of the decline'),
        },
        detailAnswers(),
      ),
      'The last refunds that the acquirer accepted and declined later, oldest first: their entries, which were `pending`, have left the trail, and their amounts can be refunded again',
    ),
    declinedMovements: listOf(
      {
        ...answer(
          {
            created: moment,
            amount: total,
            declined: withDescription(moment, 'When Florin learned of the decline'),
          },
          { increment: yes, capture: yes, void: yes, ...detailAnswers() },
        ),
        ...oneOfFields('increment', 'capture', 'void'),
      },
      'The same for increments, captures and voids. Their amounts are pending again',
    ),
  },
);

const operation = {
  ...answer(
    {
      id,
      transactionId: withDescription(
        id,
        'The id of the transaction. For an authorization the transaction exists once the operation is resolved',
      ),
      created: moment,
      currency,
      amount: total,
      state: {
        type: 'string',
        enum: ['open', 'accepted', 'approved', 'declined', 'unknown'],
        description:
          'Whether the acquirer has made the operation. `accepted`: the acquirer makes it later. `unknown`: it has ended without a known outcome, as the owner of the account at the acquirer has disconnected the account',
      },
      error: {
        anyOf: [{ const: false }, processingError],
        description: 'The reason of the decline, or false',
      },
    },
    {
      until: withDescription(
        moment,
        'The time until which the acquirer may take to answer; present while the operation is `accepted`',
      ),
      authorization: yes,
      increment: yes,
      capture: yes,
      refund: yes,
      void: yes,
      ...detailAnswers(),
    },
  ),
  ...oneOfFields('authorization', 'increment', 'capture', 'refund', 'void'),
};

const link = answer({
  id,
  merchantId: id,
  test: yesOrNo,
  created: moment,
  url: { type: 'string', format: 'uri', description: 'The URL for the customer' },
  status: {
    type: 'string',
    enum: ['open', 'used', 'expired', 'disabled'],
    description: 'Whether the link can be paid. Otherwise it was used up, has expired, or was switched off',
  },
  amount: withDescription(total, 'Minor units'),
  currency,
  text: withDescription(orNull(text), 'The text that the page shows'),
  statement: withDescription(
    orNull(text),
    "Text on the customer's bank statement; with null it is the merchant's `descriptor`",
  ),
  lines: {
    type: ['array', 'null'],
    items: answer({
      text,
      quantity: total,
      amount: withDescription(signedAmount, 'The amount of the whole line, in minor units'),
    }),
    description: 'The items of the order, which add up to `amount`',
  },
  reference: orNull(text),
  redirect: orNull(text),
  cancel: orNull(text),
  expires: orNull(moment),
  uses: withDescription(total, 'The number of times that the link can be paid'),
  paid: withDescription(total, 'The number of times that the link was paid'),
  email: orNull(text),
  customer: withDescription(orNull(text), 'Your own name for the customer, who can save cards'),
  locale: orNull(text),
  recurring: yesOrNo,
  capture: withDescription(
    { type: ['boolean', 'null'] },
    'Whether its payments are captured immediately. With null the setting of the merchant at the payment decides',
  ),
  ask: {
    anyOf: [listOf(asked, 'In any order'), { type: 'null' }],
    description: 'The data that the page asks customers for. With null the setting of the merchant decides',
  },
  methods: {
    anyOf: [listOf(text, 'In any order'), { type: 'null' }],
    description:
      "The types of the merchant's methods that can pay the link beside cards. With null all of them can; an empty list means cards alone",
  },
});

const customerCard = answer({
  id: withDescription(id, 'The id of the transaction with which the card was saved'),
  merchantId: id,
  customer: withDescription(text, 'The same as in the links that your server has made for the customer'),
  created: moment,
  agreed: withDescription(moment, 'The time at which the customer agreed to save the card'),
  used: withDescription(orNull(moment), 'The time of the last payment with the saved card'),
  ...cardFields,
  offered: withDescription(
    yesOrNo,
    'Whether links of the customer offer the card. Expired cards, cards with five wrong security codes, and cards of an earlier account of the merchant are not offered',
  ),
});

const linkPayments = listOf(
  answer({ transactionId: id, created: moment }),
  'The last 100 payments by the link, newest first',
);

const dispute = answer(
  {
    id,
    merchantId: id,
    transactionId: id,
    created: moment,
    amount: withDescription(total, "Minor units of the transaction's currency"),
    reason: answer({ code: { type: 'number' }, title: text }),
    due: withDescription(text, 'The deadline for the answer of the merchant: ISO 8601, UTC'),
    accepts: {
      anyOf: [
        answer({
          texts: listOf({ type: 'string', enum: evidenceTexts }, 'The names of texts'),
          files: listOf({ type: 'string', enum: evidenceKinds }, 'The kinds of files'),
          mostCharacters: withDescription(total, 'The most characters of all texts together'),
          mostBytes: withDescription(total, 'The most bytes of all files together'),
        }),
        { type: 'null' },
      ],
      description:
        'The texts, and the kinds of files, that the acquirer takes as evidence until `due`; null if it takes none now',
    },
    eligibility: {
      anyOf: [
        answer({
          status: { enum: eligibilityStates },
          missing: listOf(
            { type: 'string', enum: missingProofs },
            "The details that are missing, which the merchant adds in the acquirer's dashboard",
          ),
        }),
        { type: 'null' },
      ],
      description:
        'Whether earlier undisputed payments with the same card can prove that the cardholder has made this one (Visa Compelling Evidence 3.0); null if the card scheme has no such programme for the dispute',
    },
    contestFee: {
      anyOf: [
        answer({
          acknowledged: yesOrNo,
          amount: withDescription(orNull(total), 'In minor units, or its equivalent; null if it is unknown'),
          currency: orNull(currency),
        }),
        { type: 'null' },
      ],
      description:
        "The card scheme's fee for contesting a compliance dispute, which evidence must acknowledge by `feeAcknowledged`; null if there is none",
    },
    evidence: withDescription(
      orNull(answer({ submitted: moment })),
      'The time at which evidence was submitted here in the present stage; null before',
    ),
    status: {
      enum: ['inquiry', 'inquiry_closed', 'open', 'won', 'lost', null],
      description:
        'An inquiry asks for information: no money moves, and a refund usually ends it. An appeal can still change `won` and `lost`. `null` for disputes that an earlier version has stored',
    },
    stage: {
      enum: ['inquiry', 'dispute', 'appeal', null],
      description:
        'An appeal is against the end of a dispute, which is `open` again. Evidence can be sent once in the stage `dispute`, and once in each appeal',
    },
  },
  {
    currency: withDescription(
      currency,
      'The currency of the transaction; absent on disputes that an earlier version has stored',
    ),
    order,
  },
);

const fraud = answer(
  { id, merchantId: id, transactionId: id, created: moment },
  {
    reported: withDescription(text, 'The time of the report by the issuer, if known: ISO 8601, UTC'),
    reason: { type: 'integer', minimum: 0, maximum: 8, description: 'The reason, if known; see the table' },
  },
);

const webhook = answer({
  id,
  merchantId: id,
  test: yesOrNo,
  created: moment,
  url: withDescription(
    orNull(text),
    'The URL that events are posted to; null for a webhook whose events are only listed',
  ),
  events: {
    type: ['array', 'null'],
    items: { type: 'string', enum: eventTypes },
    description: 'The event types that the webhook gets; null for all',
  },
  description: orNull(text),
  verified: withDescription(
    yesOrNo,
    'Whether its server has answered the challenge, or needs no challenge. A webhook that is not verified gets test events only',
  ),
  verificationError: withDescription(
    orNull(text),
    'The reason why the last test event did not verify the webhook',
  ),
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
    description: 'The time at which the webhook was switched off, and the cause',
  },
  failingSince: withDescription(orNull(moment), 'The first failure since the last success'),
  secrets: listOf(answer({ id, created: moment }), 'The secrets that sign each delivery'),
});

const shownSecret = withDescription(
  text,
  'The secret that signs the deliveries (`whsec_…`). Only this answer shows it',
);

const delivery = answer({
  id: withDescription(id, 'The id of the event'),
  merchantId: id,
  webhookId: id,
  type: { type: 'string', enum: eventTypes },
  transactionId: withDescription(
    orNull(id),
    'The transaction that the event is about; null for an event that is about no transaction',
  ),
  created: withDescription(moment, 'The time of the change'),
  status: { type: 'string', enum: deliveryStatuses },
  attempts: listOf(
    answer({
      time: moment,
      status: withDescription(
        orNull({ type: 'integer' }),
        'The status of the answer; null if there was no answer',
      ),
      error: withDescription(
        orNull(text),
        'The reason for a missing or wrong answer: `TIMEOUT`, `ECONNREFUSED`, `ADDRESS_NOT_PUBLIC`, `NOT_VERIFIED`, `CHALLENGE_NOT_ANSWERED`, `DAILY_LIMIT`, `NO_URL` (the webhook has no URL), …',
      ),
      duration: withDescription(total, 'Milliseconds'),
    }),
    'The last 20 attempts, oldest first',
  ),
  answer: withDescription(orNull(text), 'The first KB of the last answer'),
  next: withDescription(orNull(moment), 'The time of the next attempt'),
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

/** The share of disputes and fraud alerts in a month, as one program of a card scheme measures it. */
const ratio = answer({
  month: withDescription(text, 'The month of the incidents in UTC, `2026-11`'),
  program: withDescription(
    { enum: ratioPrograms },
    '`vamp` of Visa; `ecm`, `hecm` (chargebacks) and `efm` (fraud) of Mastercard',
  ),
  scheme: { enum: ['visa', 'mastercard'] },
  incidents: withDescription(
    total,
    'The number of disputes (`ecm`, `hecm`), of disputes and fraud alerts together (`vamp`), or of disputes because of fraud (`efm`)',
  ),
  amount: withDescription(
    orNull(total),
    'The amount of the incidents in cents of US dollars; null for other programs than `efm`',
  ),
  payments: withDescription(
    total,
    'The captures that the incidents are compared with: of the same month for `vamp`, and of the month before for the others',
  ),
  basisPoints: withDescription(
    orNull(total),
    'The share in hundredths of a percent, rounded down; null without payments',
  ),
  threshold: withDescription(
    answer({ basisPoints: total, least: total }),
    'Both must be reached: the share, and the least number of incidents (of `efm` their least amount)',
  ),
  level: withDescription(
    { enum: ['below', 'half', 'reached'] },
    '`half` if at least half of both parts of the threshold is reached',
  ),
});

export const responses = {
  ...errors,

  app,
  appCreated: answer({
    app: answer({
      id,
      name: orNull(text),
      key: withDescription(
        uuid,
        'The API key, which is a secret. Only this answer shows it, as Florin stores only its hash',
      ),
    }),
  }),
  keyMade: answer({
    app: answer({
      ...appFields,
      key: withDescription(uuid, 'The API key, which is a secret. Only this answer shows it'),
    }),
  }),
  identity: answer({ identity: answer(appFields) }),
  user,
  invited: answer({
    isMember: withDescription(
      yesOrNo,
      'Whether the user was a member or invited already, in which case no e-mail is sent',
    ),
  }),

  merchant,
  merchantAnswer: answer({ merchant }),

  exchange,
  line,

  movement,

  declinesAnswer: answer({
    declines: answer({
      day: withDescription(text, 'Today in UTC, `2026-11-30`'),
      count: withDescription(total, 'The declined payments of the day'),
      limited: withDescription(
        yesOrNo,
        'Whether the declines have reached the limit, also while payments pass',
      ),
      passUntil: withDescription(orNull(moment), 'Payments pass until this time'),
      passesLeft: withDescription(total, 'How many times payments can pass again today'),
    }),
  }),

  ratio,
  ratios: answer({
    months: listOf(
      answer({
        month: withDescription(text, 'In UTC, `2026-11`'),
        through: withDescription(moment, 'The time until which Florin has counted'),
        payments: withDescription(answer({ visa: total, mastercard: total }), 'The captures by scheme'),
        ratios: listOf(ratio, 'One for each program with incidents'),
      }),
      'The newest first',
    ),
  }),

  months: answer({ months: listOf(closedMonth, 'The newest first'), closing: orNull(closingMonth) }),
  monthClosed: answer({ month: { oneOf: [closedMonth, closingMonth] } }),
  closedMonth,
  monthLines: answer({
    lines: listOf(
      {
        ...line,
        properties: {
          ...line.properties,
          late: withDescription(
            yes,
            'Booked in an earlier month that was closed before Florin found the line',
          ),
          postings: movement.properties.postings,
        },
        required: [...line.required, 'postings'],
      },
      'The oldest first',
    ),
    next: withDescription(orNull(id), 'The `after` of the next page; null at the end'),
  }),
  bookkeepingAnswer: answer({ bookkeeping }),

  payout,
  payoutAnswer: answer({
    payout: answer({ ...payout.properties, lines: listOf(line, 'A page of its lines, newest first') }),
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
  customerErased: answer({
    erased: withDescription(
      answer({
        payments: total,
        links: total,
        cards: total,
        receipts: total,
        events: total,
        entries: withDescription(total, 'Requests in the audit log'),
        waiting: withDescription(total, 'Payments that can be erased only later'),
      }),
      'The numbers of changed objects in this request',
    ),
    next: withDescription(orNull(text), 'The `cursor` of the next request; null at the end'),
  }),
  customerDisclosed: answer({
    found: answer({
      payments: listOf(
        { type: 'object' },
        'As `GET /transactions/{transactionId}` shows them, with the text that the customer has seen',
      ),
      links: listOf({ type: 'object' }, 'As `GET /links/{linkId}` shows them'),
      cards: listOf({ type: 'object' }, 'Saved cards, masked'),
      receipts: listOf({ type: 'object' }, 'The addresses that asked for receipts, and the mails'),
      disputes: listOf({ type: 'object' }, 'As `GET /disputes/{disputeId}` shows them'),
      events: listOf(
        { type: 'object' },
        'Events of the last 30 days, with the beginning of your server’s response',
      ),
      entries: listOf({ type: 'object' }, 'Requests in the audit log that name the person'),
    }),
    next: withDescription(orNull(text), 'The `cursor` of the next request; null at the end'),
  }),
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
    event: withDescription({ type: 'object' }, 'The body as it is sent; see `webhooks`'),
  }),

  vaultToken: answer({
    token: withDescription(
      text,
      'The encrypted value. It is valid for an hour, and only as a value of its type',
    ),
  }),
  challenges: answer({
    challenges: {
      ...listOf(
        answer({
          name: {
            type: 'string',
            enum: challengeNames,
          },
          type: { type: 'string', enum: ['background-iframe', 'iframe', 'fetch', 'redirect'] },
          path: withDescription(text, 'Post the same payment to this path'),
        }),
        'Perform one of them',
      ),
      minItems: 1,
    },
  }),
  authorized: answer({ authorizationId: withDescription(id, 'The id of the transaction') }),
  receiptAsked: answer({ transactionId: id }),
  tillCode: answer({
    code: withDescription(text, 'The sealed terms of the payment. Nothing is stored before it is paid'),
    url: withDescription(url, 'The URL of the payment page'),
    svg: withDescription(text, 'The URL as a QR code'),
    watch: withDescription(
      text,
      'For the till alone: the path segment that reads the state and the payment of the code',
    ),
    expires: withDescription(moment, 'The end of the time in which it can be paid'),
  }),
  tillCodeState: answer({
    state: { type: 'string', enum: ['waiting', 'paid', 'expired'] },
    expires: moment,
    payment: {
      anyOf: [
        answer({
          transactionId: id,
          created: moment,
          amount: withDescription(total, 'Minor units'),
          currency,
          capturedAmount: withDescription(
            total,
            'The captured part, in minor units; 0 if the amount is only held',
          ),
          card: withDescription(
            text,
            'The scheme and the last four digits of the card, or the name of another method',
          ),
          method,
          descriptor: text,
          reference: orNull(text),
        }),
        { type: 'null' },
      ],
      description: 'The payment of the code, if it was paid',
    },
  }),
  hintsAnswer: answer({ hints }),
  methodAction: answer(
    {
      kind: withDescription(
        { type: 'string', enum: ['page', 'wait'] },
        '`page`: send the customer to `url`, which comes back to `returnUrl`. `wait`: the customer agrees in an app that has the request, or their answer is on its way',
      ),
      until: withDescription(moment, 'The time after which Florin gives the payment up'),
      left: withDescription(
        hints,
        'If the customer gives up, add these hints and send the payment again: Florin cancels it, unless the customer has paid already',
      ),
    },
    { url: withDescription(url, 'The page of the method, if there is one') },
  ),
  returned: answer({
    state: withDescription({ const: 'open' }, 'The answer is not known yet: ask again in a few seconds'),
    until: withDescription(moment, 'The time after which Florin gives the payment up'),
    method,
  }),
  returnedPaid: answer({ authorizationId: withDescription(id, 'The id of the transaction'), method }),
  frame: answer(
    {
      action: url,
      method: { const: 'POST' },
      fields: answer({ state: text }),
      width: withDescription(total, 'Pixels'),
      height: withDescription(total, 'Pixels'),
      timeout: withDescription(total, 'Milliseconds'),
      hints: withDescription(
        hints,
        'Add these hints in any case; they are valid even if the iframe never answers',
      ),
    },
    {
      left: withDescription(
        hints,
        'Present for live merchants. If the customer leaves the iframe without an answer, add these hints and send the payment again: Florin cancels it, unless the customer has paid already',
      ),
    },
  ),

  hello,
  hellos: {
    ...listOf(hello, 'All resources in the order of their ids, as many as fit into 4 MB'),
    xml: { name: 'helloWorlds' },
  },
  about: {
    ...answer({
      resources: listOf(
        answer({
          type: text,
          endpoints: listOf(
            answer({ url: text, methods: listOf(text, 'The methods of the resource type') }),
            'Its URLs',
          ),
        }),
        'The resource types',
      ),
    }),
    xml: { name: 'about' },
  },
};
