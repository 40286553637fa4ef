import { accountOf, merchantOf } from '../account.ts';
import { type Command, type Input, merchantFlag, text } from '../command.ts';
import { UsageError } from '../failures.ts';
import { preparations } from '../mcp/preparations.ts';
import { writes } from '../mcp/tool.ts';
import { consoleUrlOf } from '../places.ts';
import { nearest } from '../suggestion.ts';
import { customerOf } from '../test-merchant.ts';

export const mcp: Command = {
  summary: 'Serves tools to an AI agent (MCP, stdio)',
  flags: {
    writes: { type: 'string', value: 'NAMES', says: 'allows refund,capture,void,link' },
    live: { type: 'boolean', says: 'allows these writes with real money, too' },
    ...merchantFlag,
  },
  notes: `A program of yours, such as an editor with an agent, starts this command. It
only reads without --writes. Give it a key that does less: florin keys create.`,
  async run(input) {
    // Other commands must not load the SDK.
    const { serve } = await import('../mcp/serve.ts');
    const allowed = namesIn(input, writes);
    const account = accountOf(input);
    const { florin, baseUrl, key } = account;
    const merchant = await florin.merchants.get(await merchantOf(input, account));
    const session = {
      ...{ florin, baseUrl, merchant, consoleUrl: consoleIn(input, account) },
      writes: new Set(allowed),
      isLive: input.values.live === true,
      preparations: preparations(),
      pay: () => customerOf(input, account, merchant),
    };
    const token = Buffer.from(`:${key}`).toString('base64');
    await serve(session, (shown) => shown.replaceAll(key, '[key]').replaceAll(token, '[key]'));
  },
};

/** @throws UsageError for a name that no write has, so that a typing error allows nothing */
function namesIn<W extends string>(input: Input, known: readonly W[]): W[] {
  const given = text(input, 'writes')?.split(',') ?? [];
  return given.map((name) => {
    const found = known.find((one) => one === name);
    if (found) return found;
    const near = nearest(name, known);
    throw new UsageError(
      `\`--writes\` does not know \`${name}\`.${near ? ` Did you mean \`${near}\`?` : ''}\nThere are: ${known.join(', ')}`,
    );
  });
}

/** The address of the console, if the tool knows it. */
function consoleIn(input: Input, account: Parameters<typeof consoleUrlOf>[1]): string | undefined {
  try {
    return consoleUrlOf(input, account);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
