import { writeFile } from 'node:fs/promises';
import { accountOf, merchantOf } from '../account.ts';
import { type Command, type Input, merchantFlag, text } from '../command.ts';
import { UsageError } from '../failures.ts';

const personFlags = {
  email: { type: 'string' as const, value: 'ADDRESS', says: 'the person’s e-mail address' },
  customer: {
    type: 'string' as const,
    value: 'ID',
    says: 'or your own id of the customer, in payment links',
  },
};

/** Names a person in one way. */
function personOf(input: Input): { email?: string; customer?: string } {
  const [email, customer] = [text(input, 'email'), text(input, 'customer')];
  if ((email === undefined) === (customer === undefined))
    throw new UsageError('Name the person by `--email` or by `--customer`, and by one of them only.');
  return email === undefined ? { customer } : { email };
}

const erase: Command = {
  summary: 'Erases what names a customer; money and ids stay',
  flags: {
    ...personFlags,
    yes: { type: 'boolean', says: 'erases; without it the command only says what it would find' },
    ...merchantFlag,
  },
  notes: `Nobody can undo this. Disclose first if the person also asks what you have.
Exports that you made, and backups of up to 35 days, keep what they have.`,
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const person = personOf(input);
    if (input.values.yes !== true) {
      const found = countsOf(await disclosed(input, merchantId, person));
      const isAny = Object.values(found).some((n) => n > 0);
      const next = isAny ? ' Nothing is erased yet: repeat the command with --yes.' : '';
      return input.out.result({ found }, `${sentence(found)}${next}`);
    }
    const total: Record<string, number> = {};
    await untilEnd(async (cursor) => {
      const { erased, next } = await account.florin.customers.erase(merchantId, { ...person, cursor });
      for (const [kind, n] of Object.entries(erased)) total[kind] = (total[kind] ?? 0) + n;
      if (next !== null && !input.out.isJson) input.out.note(`Erased up to ${next}.`);
      return next;
    });
    const { waiting = 0, ...erased } = total;
    const later =
      waiting > 0
        ? ` ${waiting} payments wait for an operation, a dispute or a recent reference: repeat the command later.`
        : '';
    input.out.result({ erased, waiting }, `Erased. ${sentence(erased)}${later}`);
  },
};

type Found = Record<string, object[]>;

async function disclosed(input: Input, merchantId: string, person: object): Promise<Found> {
  const { florin } = accountOf(input);
  const all: Found = {};
  await untilEnd(async (cursor) => {
    const { found, next } = await florin.customers.disclose(merchantId, { ...person, cursor });
    for (const [kind, things] of Object.entries(found)) all[kind] = [...(all[kind] ?? []), ...things];
    return next;
  });
  return all;
}

/** Repeats a request with the `next` of its response, until a response has none. */
async function untilEnd(send: (cursor: string | undefined) => Promise<string | null>): Promise<void> {
  let next: string | null | undefined;
  do next = await send(next ?? undefined);
  while (next !== null);
}

const countsOf = (found: Found): Record<string, number> =>
  Object.fromEntries(Object.entries(found).map(([kind, things]) => [kind, things.length]));

const sentence = (counts: Record<string, number>): string => {
  const words = Object.entries(counts).filter(([, n]) => n > 0);
  return words.length === 0
    ? 'Nothing names this person.'
    : `${words.map(([kind, n]) => `${n} ${kind}`).join(', ')}.`;
};

const disclose: Command = {
  summary: 'Writes what names a customer to a file',
  flags: {
    ...personFlags,
    output: { type: 'string', value: 'FILE', says: 'a new file of JSON', required: true },
    ...merchantFlag,
  },
  async run(input) {
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const found = await disclosed(input, merchantId, personOf(input));
    const file = text(input, 'output') ?? '';
    const content = `${JSON.stringify(found, null, 2)}\n`;
    // A file with personal data is for its owner alone, and never replaces another one.
    await writeFile(file, content, { mode: 0o600, flag: 'wx' });
    input.out.result({ file, found: countsOf(found) }, `${sentence(countsOf(found))} Written to ${file}.`);
  },
};

export const customers: Readonly<Record<string, Command>> = {
  'customers erase': erase,
  'customers disclose': disclose,
};
