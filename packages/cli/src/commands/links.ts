import { accountOf, merchantOf } from '../account.ts';
import { type Command, keyFlag, merchantFlag, pageFlags, text } from '../command.ts';
import { flagWords } from '../command-text.ts';
import { UsageError } from '../failures.ts';
import { amountOf, currencyOf } from '../money.ts';
import { callOnce } from '../movement.ts';
import { table } from '../output.ts';
import { pageOf } from '../page.ts';

/** Flags of `links create` that the API takes as they are. */
const texts = {
  text: 'shown on the page',
  reference: 'your own name for the order',
  expires: 'the end, 2026-12-31T12:00:00Z',
  email: 'the customer’s address, for the receipt',
} as const;

const create: Command = {
  summary: 'Makes a payment link',
  flags: {
    amount: { type: 'string', value: 'N', says: 'in minor units: 1099 is EUR 10.99', required: true },
    currency: { type: 'string', value: 'EUR', says: 'the currency of the amount', required: true },
    ...Object.fromEntries(
      Object.entries(texts).map(([name, says]) => [name, { type: 'string' as const, value: 'TEXT', says }]),
    ),
    uses: { type: 'string', value: 'N', says: 'how often it can be paid (1)' },
    methods: {
      type: 'string',
      value: 'TYPES',
      says: 'beside cards, as mobilepay,blik; none for cards alone',
    },
    capture: { type: 'boolean', says: 'captures its payments immediately' },
    ...keyFlag,
    ...merchantFlag,
  },
  async run(input) {
    const amount = amountOf(text(input, 'amount') ?? '');
    const currency = currencyOf(text(input, 'currency') ?? '');
    const uses = text(input, 'uses');
    if (uses !== undefined && !/^[1-9]\d{0,3}$/.test(uses))
      throw new UsageError('`--uses` must be 1 to 1000.');
    const methods = text(input, 'methods');
    const given = Object.keys(texts).flatMap((name) => {
      const value = text(input, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const body = {
      amount,
      currency,
      ...Object.fromEntries(given),
      ...(uses && { uses: Number(uses) }),
      ...(methods && { methods: methods === 'none' ? [] : methods.split(',') }),
      ...(input.values.capture && { capture: true }),
    };
    const words = [
      ...['links', 'create', '--amount', String(amount), '--currency', currency],
      ...given.flatMap(([name, value]) => flagWords(name, value)),
      ...(uses ? ['--uses', uses] : []),
      ...(methods ? flagWords('methods', methods) : []),
      ...(input.values.capture ? ['--capture'] : []),
      ...['--merchant', merchantId],
    ];
    const [link, key] = await callOnce(input, words, (options) =>
      account.florin.links.create(merchantId, body, options),
    );
    input.out.result(
      { idempotencyKey: key, link },
      `${link.url}\nThe link ${link.id} asks for ${currency} ${amount} (minor units).`,
    );
  },
};

const list: Command = {
  summary: 'Lists payment links, the newest first',
  flags: { ...pageFlags, ...merchantFlag },
  notes: 'Amounts are in minor units: 1099 is EUR 10.99.',
  async run(input) {
    const account = accountOf(input);
    const links = await account.florin.links.list(await merchantOf(input, account), pageOf(input)).page();
    const head = ['id', 'created (UTC)', 'in', 'amount', 'paid', 'status', 'reference', 'url'];
    const rows = links.map((one) => [
      one.id,
      one.created.slice(0, 19),
      one.currency,
      one.amount,
      `${one.paid}/${one.uses}`,
      one.status,
      one.reference,
      one.url,
    ]);
    input.out.result(links, table(head, rows, 'No payment links.'));
  },
};

const off: Command = {
  summary: 'Switches a payment link off',
  arguments: ['<id>'],
  async run(input) {
    const id = input.positionals[0] ?? '';
    await accountOf(input).florin.links.delete(id);
    input.out.result({ id, status: 'disabled' }, `The link ${id} can no longer be paid.`);
  },
};

export const links: Record<string, Command> = {
  'links create': create,
  'links list': list,
  'links off': off,
};
