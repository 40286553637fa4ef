import type { Transaction } from '../../../florin/src/index.ts';
import { accountOf, merchantOf } from '../account.ts';
import { type Command, type Input, keyFlag, merchantFlag, pageFlags, text } from '../command.ts';
import { flagWords } from '../command-text.ts';
import { UsageError } from '../failures.ts';
import { amountOf, currencyOf } from '../money.ts';
import { callOnce } from '../movement.ts';
import { fields, table } from '../output.ts';
import { pageOf } from '../page.ts';
import { remaining } from '../remaining.ts';

const list: Command = {
  summary: 'Lists payments, the newest first',
  flags: {
    ...pageFlags,
    pending: { type: 'boolean', says: 'only those with money to capture or void' },
    declined: { type: 'boolean', says: 'only declined ones' },
    ...merchantFlag,
  },
  notes: 'Amounts are in minor units: 1099 is EUR 10.99.',
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const { filter, ...page } = pageOf(input);
    const all = await account.florin.transactions
      .list(merchantId, {
        ...page,
        filter: {
          ...filter,
          ...(input.values.pending && { pending: true as const }),
          ...(input.values.declined && { successful: false }),
        },
      })
      .page();
    const rows = all.map((one) => [
      one.id,
      one.created.slice(0, 19),
      one.currency,
      one.amount,
      one.pendingAmount,
      one.capturedAmount,
      one.refundedAmount,
      one.successful
        ? one.trail.some(({ pending }) => pending)
          ? 'ok, on its way'
          : 'ok'
        : `declined ${one.error ? one.error.code : ''}`,
      one.card ? `${one.card.scheme} ${one.card.last4}` : one.method.name,
      one.custom === null ? '' : shortened(one.custom),
    ]);
    const head = [
      'id',
      'created (UTC)',
      'in',
      'amount',
      'pending',
      'captured',
      'refunded',
      'result',
      'by',
      'custom',
    ];
    input.out.result(all, table(head, rows, 'No payments.'));
  },
};

const shortened = (custom: unknown): string => {
  const whole = JSON.stringify(custom);
  return whole.length > 40 ? `${whole.slice(0, 39)}…` : whole;
};

const get: Command = {
  summary: 'Shows a payment with its trail',
  arguments: ['<id>'],
  async run(input) {
    const payment = await accountOf(input).florin.transactions.get(input.positionals[0] ?? '');
    input.out.result(payment, printPayment(payment));
  },
};

function printPayment({ trail, ...payment }: Transaction): string {
  const rows = trail.map((one) => [
    one.created.slice(0, 19),
    ['increment', 'capture', 'refund', 'void', 'dispute'].find((kind) => kind in one),
    one.amount,
    one.pending ? `on its way until ${one.until?.slice(0, 10)}` : one.descriptor,
  ]);
  const head = ['created (UTC)', 'change', 'amount', 'descriptor'];
  return `${fields(payment)}\n\nAmounts are in minor units.${rows.length > 0 ? `\n\n${table(head, rows, '')}` : ''}`;
}

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;

/** @throws UsageError for a reason that no refund can have */
function reasonOf(input: Input): (typeof reasons)[number] | undefined {
  const given = text(input, 'reason');
  const reason = reasons.find((one) => one === given);
  if (given !== undefined && !reason)
    throw new UsageError(`\`--reason\` must be one of ${reasons.join(', ')}; got \`${given}\`.`);
  return reason;
}

type Verb = 'capture' | 'refund' | 'void';

/** The summary of each movement, and its name in the result. */
const movements: Record<Verb, { summary: string; done: string }> = {
  capture: { summary: 'Captures authorized money', done: 'Captured' },
  refund: { summary: 'Refunds captured money to the customer', done: 'Refunded' },
  void: { summary: 'Releases authorized money', done: 'Released' },
};

const move = (verb: Verb): Command => ({
  summary: movements[verb].summary,
  arguments: ['<id>'],
  flags: {
    amount: { type: 'string', value: 'N', says: 'in minor units: 1099 is EUR 10.99' },
    all: { type: 'boolean', says: 'all that is left, in place of --amount' },
    currency: { type: 'string', value: 'EUR', says: 'refuses if the payment has another currency' },
    ...(verb !== 'void' && {
      descriptor: { type: 'string' as const, value: 'TEXT', says: 'text on the customer’s bank statement' },
    }),
    ...(verb === 'refund' && {
      reason: {
        type: 'string' as const,
        value: 'REASON',
        says: 'requested_by_customer, duplicate, fraudulent or other',
      },
    }),
    reference: { type: 'string', value: 'TEXT', says: 'your own name for it: moves the money once for ever' },
    ...keyFlag,
  },
  notes: `Money moves once for a key. The command makes a key, and shows it before it
sends anything; after a lost answer it prints the command that asks again.`,
  async run(input) {
    const id = input.positionals[0] ?? '';
    const account = accountOf(input);
    const reason = reasonOf(input);
    const { amount, currency } = await amountToMove(input, () => account.florin.transactions.get(id), verb);
    const descriptor = text(input, 'descriptor');
    const reference = text(input, 'reference');
    const body = {
      amount,
      ...(descriptor && { descriptor }),
      ...(reason && { reason }),
      ...(reference && { reference }),
    };
    const words = ['payments', verb, id, '--amount', String(amount)];
    const more = [
      ...(currency ? ['--currency', currency] : []),
      ...(descriptor ? flagWords('descriptor', descriptor) : []),
      ...(reason ? ['--reason', reason] : []),
      ...(reference ? flagWords('reference', reference) : []),
    ];
    const [payment, key] = await callOnce(input, [...words, ...more], (options) =>
      account.florin.transactions[verb](id, body, options),
    );
    const last = payment.trail.at(-1);
    const isAccepted = last?.pending && last[verb];
    const done = isAccepted ? `On its way: the acquirer makes later the ${verb} of` : movements[verb].done;
    input.out.result(
      { idempotencyKey: key, transaction: payment },
      `${done} ${payment.currency} ${amount} (minor units) of payment ${id}.\nNow ${payment.capturedAmount} captured, ${payment.refundedAmount} refunded, ${payment.pendingAmount} pending.`,
    );
  },
});

async function amountToMove(
  input: Input,
  read: () => Promise<Transaction>,
  verb: Verb,
): Promise<{ amount: number; currency: string | undefined }> {
  const [given, isAll] = [text(input, 'amount'), input.values.all === true];
  if ((given === undefined) !== isAll) throw new UsageError('Give either `--amount N` or `--all`.');
  const amount = given === undefined ? undefined : amountOf(given);
  const wanted = text(input, 'currency');
  const currency = wanted === undefined ? undefined : currencyOf(wanted);
  if (amount !== undefined && currency === undefined) return { amount, currency };
  if (isAll && text(input, 'idempotency-key'))
    throw new UsageError('A repeat needs the `--amount` of the first command: `--all` may be less by now.');
  const payment = await read();
  if (currency !== undefined && payment.currency !== currency)
    throw new UsageError(`The payment is in ${payment.currency}, not in ${currency}. Nothing was moved.`);
  const rest = amount ?? remaining[verb](payment);
  if (rest <= 0) throw new UsageError(`Nothing is left to ${verb}.`);
  return { amount: rest, currency: payment.currency };
}

export const payments: Record<string, Command> = {
  'payments list': list,
  'payments get': get,
  'payments capture': move('capture'),
  'payments refund': move('refund'),
  'payments void': move('void'),
};
