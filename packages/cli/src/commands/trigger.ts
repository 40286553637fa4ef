import { type Command, merchantFlag } from '../command.ts';
import { UsageError } from '../failures.ts';
import { scenes } from '../scenes.ts';
import { customerOf, merchantToTry } from '../test-merchant.ts';

const types = Object.keys(scenes);
const causable = Object.entries(scenes).flatMap(([type, scene]) => (typeof scene === 'string' ? [] : [type]));

/** The types that the command can cause, a line for each resource. */
const listed = [...new Set(causable.map((type) => type.split('.')[0]))]
  .map((resource) => {
    const changes = causable
      .filter((type) => type.startsWith(`${resource}.`))
      .map((type) => type.split('.')[1]);
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
    const scene = scenes[type as keyof typeof scenes];
    if (typeof scene === 'string')
      throw new UsageError(
        `\`${type}\` cannot happen to a test merchant. ${scene} Its page in the documentation has an example.`,
      );
    const { account, merchantId } = await merchantToTry(input);
    const merchant = await account.florin.merchants.get(merchantId);
    const pay = await customerOf(input, account, merchant);
    await scene({ florin: account.florin, merchantId, pay });
    input.out.result({ type, merchantId, done: true }, `${type}: done`);
  },
};
