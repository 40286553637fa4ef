import { type Command, merchantFlag } from '../command.ts';
import { scenes } from '../scenes.ts';
import { customerOf, merchantToTry } from '../test-merchant.ts';

const types = Object.keys(scenes);

/** The types, a line for each resource. */
const listed = [...new Set(types.map((type) => type.split('.')[0]))]
  .map((resource) => {
    const changes = types.filter((type) => type.startsWith(`${resource}.`)).map((type) => type.split('.')[1]);
    return `  ${resource}.{${changes.join(',')}}`;
  })
  .join('\n');

export const trigger: Command = {
  summary: 'Makes an event happen to a test merchant',
  arguments: ['<type>'],
  choices: types,
  flags: merchantFlag,
  notes: `Uses the API and test cards, as any merchant could. The types:
${listed}`,
  async run(input) {
    const [type = ''] = input.positionals;
    const { account, merchantId } = await merchantToTry(input);
    const merchant = await account.florin.merchants.get(merchantId);
    const pay = await customerOf(input, account, merchant);
    await scenes[type]?.({ florin: account.florin, merchantId, pay });
    input.out.result({ type, merchantId, done: true }, `${type}: done`);
  },
};
