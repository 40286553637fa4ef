import { accountOf } from '../account.ts';
import { type Command, pageFlags } from '../command.ts';
import { fields, table } from '../output.ts';
import { pageOf } from '../page.ts';

const list: Command = {
  summary: 'Lists the merchants that the key opens',
  flags: pageFlags,
  async run(input) {
    const { florin } = accountOf(input);
    const { id } = await florin.apps.me();
    const merchants = await florin.merchants.list(id, pageOf(input)).page();
    const head = ['id', 'name', 'mode', 'in', 'balance'];
    const rows = merchants.map((one) => [
      one.id,
      one.name ?? one.descriptor,
      one.test ? 'test' : 'live',
      one.currency,
      one.balance,
    ]);
    input.out.result(merchants, table(head, rows, 'No merchants.'));
  },
};

const get: Command = {
  summary: 'Shows a merchant, with its balance',
  arguments: ['<id>'],
  async run(input) {
    const merchant = await accountOf(input).florin.merchants.get(input.positionals[0] ?? '');
    input.out.result(merchant, fields(merchant));
  },
};

export const merchants: Record<string, Command> = { 'merchants list': list, 'merchants get': get };
