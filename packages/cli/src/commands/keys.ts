import { accountOf, merchantOf } from '../account.ts';
import { type Command, type Input, keyFlag, merchantFlag, pageFlags, text } from '../command.ts';
import { flagWords } from '../command-text.ts';
import { UsageError } from '../failures.ts';
import { amountOf } from '../money.ts';
import { callOnce } from '../movement.ts';
import { table } from '../output.ts';
import { pageOf } from '../page.ts';

const roles = ['owner', 'member', 'support', 'accountant', 'cashier'] as const;

const limitFlags = {
  role: { type: 'string' as const, value: 'ROLE', says: roles.join(', ') },
  'refund-cap': {
    type: 'string' as const,
    value: 'CAPS',
    says: 'for a payment and a day: 5000,20000/day,USD:5000',
  },
  expires: { type: 'string' as const, value: 'TIME', says: 'the end of the access, 2026-12-31T12:00:00Z' },
  networks: {
    type: 'string' as const,
    value: 'LIST',
    says: 'where it may be used, 192.0.2.0/24,2001:db8::/32',
  },
};

const notes = `Caps are in minor units: 5000 is EUR 50.00. Without limits a key has complete
access. One with limits changes no settings, webhooks, or access of others.`;

interface Cap {
  currency: string;
  each?: number;
  day?: number;
}

/** Reads `5000,20000/day,USD:100`. */
function capsOf(given: string, currency: string): Cap[] {
  const caps = new Map<string, Cap>();
  for (const one of given.split(',')) {
    const [, of = currency, amount = '', day] = /^(?:([A-Z]{3}):)?(\d+)(\/day)?$/.exec(one.trim()) ?? [];
    if (!amount)
      throw new UsageError(`\`--refund-cap\` must be like 5000, 20000/day or USD:5000/day; got \`${one}\`.`);
    caps.set(of, { ...caps.get(of), currency: of, [day ? 'day' : 'each']: amountOf(amount) });
  }
  return [...caps.values()];
}

/** The flags of limits that are given, as the fields of a request. */
async function limitsOf(input: Input, currencyOf: () => Promise<string>) {
  const role = text(input, 'role');
  const known = roles.find((one) => one === role);
  if (role !== undefined && !known)
    throw new UsageError(`\`--role\` must be one of ${roles.join(', ')}; got \`${role}\`.`);
  const [caps, expires, networks] = [
    text(input, 'refund-cap'),
    text(input, 'expires'),
    text(input, 'networks'),
  ];
  return {
    ...(known && { role: known }),
    ...(caps !== undefined && { refundCaps: capsOf(caps, await currencyOf()) }),
    ...(expires !== undefined && { expires }),
    ...(networks !== undefined && { networks: networks.split(',').map((one) => one.trim()) }),
  };
}

const wordsOf = (input: Input): string[] =>
  Object.keys(limitFlags).flatMap((name) => {
    const value = text(input, name);
    return value === undefined ? [] : flagWords(name, value);
  });

const create: Command = {
  summary: 'Makes a key, with limits if you name some',
  flags: {
    name: { type: 'string', value: 'TEXT', says: 'the program that uses it', required: true },
    ...limitFlags,
    ...keyFlag,
    ...merchantFlag,
  },
  notes,
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const name = text(input, 'name') ?? '';
    const limits = await limitsOf(
      input,
      async () => (await account.florin.merchants.get(merchantId)).currency,
    );
    const words = ['keys', 'create', ...flagWords('name', name), ...wordsOf(input), '--merchant', merchantId];
    const [app, key] = await callOnce(input, words, (options) =>
      account.florin.apps.makeKey(merchantId, { name, ...limits }, options),
    );
    input.out.result(
      { idempotencyKey: key, app },
      `${app.key}\nThe key of the app ${app.id}. Nobody can show it again.`,
    );
  },
};

const rotate: Command = {
  summary: 'Makes a key that takes the place of another one, with its limits',
  arguments: ['<id>'],
  flags: {
    name: { type: 'string', value: 'TEXT', says: 'the program that uses it', required: true },
    until: { type: 'string', value: 'TIME', says: 'the old key works until then', required: true },
    expires: limitFlags.expires,
    ...keyFlag,
    ...merchantFlag,
  },
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const [replaces = '', name = ''] = [input.positionals[0], text(input, 'name')];
    const [until, expires] = [text(input, 'until'), text(input, 'expires')];
    const flags = Object.entries({ name, until, expires }).flatMap(([flag, value]) =>
      value === undefined ? [] : flagWords(flag, value),
    );
    const words = ['keys', 'rotate', replaces, ...flags, '--merchant', merchantId];
    const [app, key] = await callOnce(input, words, (options) =>
      account.florin.apps.makeKey(merchantId, { name, replaces, until, expires }, options),
    );
    input.out.result(
      { idempotencyKey: key, app },
      `${app.key}\nThe key of the app ${app.id}. Nobody can show it again. That of ${replaces} ends at ${until}.`,
    );
  },
};

const limit: Command = {
  summary: 'Replaces all limits of an app: those that you leave out end',
  arguments: ['<id>'],
  flags: { ...limitFlags, role: { ...limitFlags.role, required: true }, ...merchantFlag },
  notes,
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const id = input.positionals[0] ?? '';
    const { role = 'owner', ...limits } = await limitsOf(
      input,
      async () => (await account.florin.merchants.get(merchantId)).currency,
    );
    await account.florin.apps.limit(merchantId, id, { role, ...limits });
    input.out.result({ id, role, ...limits }, `The app ${id} has these limits from its next request on.`);
  },
};

const list: Command = {
  summary: 'Lists the apps with access, the newest first, with their limits',
  flags: { ...pageFlags, ...merchantFlag },
  notes: `Caps are in minor units: 5000 is EUR 50.00. An app that was added by its id
shows no last use.`,
  async run(input) {
    const account = accountOf(input);
    const apps = await account.florin.apps.list(await merchantOf(input, account), pageOf(input)).page();
    const head = [
      'id',
      'name',
      'created (UTC)',
      'role',
      'caps',
      'expires',
      'networks',
      'made by',
      'last used (UTC)',
      'from',
    ];
    const rows = apps.map((one) => [
      one.id,
      one.name,
      one.created.slice(0, 19),
      one.role ?? 'owner',
      (one.refundCaps ?? [])
        .flatMap(({ currency, each, day }) => [
          ...(each === undefined ? [] : [`${currency}:${each}`]),
          ...(day === undefined ? [] : [`${currency}:${day}/day`]),
        ])
        .join(','),
      one.expires?.slice(0, 19),
      one.networks?.join(','),
      one.madeBy && (one.madeBy.email ?? one.madeBy.id),
      one.lastUse?.day,
      one.lastUse?.network,
    ]);
    input.out.result(apps, table(head, rows, 'No apps.'));
  },
};

const remove: Command = {
  summary: 'Ends the access of an app, and so of its key',
  arguments: ['<id>'],
  flags: merchantFlag,
  async run(input) {
    const account = accountOf(input);
    const id = input.positionals[0] ?? '';
    await account.florin.apps.remove(await merchantOf(input, account), id);
    input.out.result({ id, removed: true }, `The key of the app ${id} no longer has access.`);
  },
};

export const keys: Record<string, Command> = {
  'keys create': create,
  'keys list': list,
  'keys rotate': rotate,
  'keys limit': limit,
  'keys remove': remove,
};
