import { createClient } from '../../../florin/src/index.ts';
import { type Account, accountFor, accountOf, addressOf, isLocal, merchantOf } from '../account.ts';
import { baseUrlOf, isPassing } from '../aws.ts';
import { type Command, type Input, merchantFlag, text } from '../command.ts';
import { deliveryLog } from '../delivery-log.ts';
import { isForNow, UsageError } from '../failures.ts';
import { awsPortOf } from '../local-aws.ts';
import { isWanted, type Line, type Source, type Wanted, wantedFlags, wantedOf } from '../log-source.ts';
import { localRequests, stageRequests } from '../request-log.ts';
import { stageOf } from '../stage.ts';
import { pause, stopSignal } from '../stop-signal.ts';

const pace = 2000;

const tail: Command = {
  summary: 'Follows deliveries of webhooks and requests to the API',
  flags: {
    only: { type: 'string', value: 'WHAT', says: 'only deliveries, or only requests' },
    stage: { type: 'string', value: 'NAME', says: 'the requests to a deployed stage, by the AWS CLI' },
    webhook: { type: 'string', value: 'ID', says: 'only deliveries of this webhook' },
    ...wantedFlags,
    once: { type: 'boolean', says: 'prints what is there, and ends' },
    ...merchantFlag,
  },
  notes: `Deliveries are those of a merchant, by the key. Requests are for the operator:
those of all callers to the Florin of npm start here (AWS_PORT, 3003), or those
in CloudWatch Logs of a stage, by your AWS credentials. Ctrl-C ends it.`,
  async run(input) {
    const stop = stopSignal();
    const wanted = wantedOf(input);
    const print = (lines: readonly Line[]) => {
      for (const line of lines.filter((one) => isWanted(one, wanted)).sort(byTime))
        input.out.item(line.value, line.text, line.isFailed ? 'bad' : undefined);
    };
    const followed: Source[] = [];
    const before: Line[] = [];
    for (const source of await sourcesOf(input, wanted, stop)) {
      const lines = await source.look().catch((error: Error) => {
        if (!stop.aborted && !source.isOptional) throw error;
        input.out.note(`${error.message} Left out: ${source.what}.`);
      });
      if (!lines) continue;
      followed.push(source);
      before.push(...lines);
    }
    print(before);
    if (input.values.once || stop.aborted) return;
    input.out.note(`Following ${followed.map(({ what }) => what).join(' and ')}, until Ctrl-C.`);
    while (!stop.aborted) {
      await pause(pace, stop);
      for (const source of followed) if (!stop.aborted) print(await source.look().catch(goOn));
    }

    /** Continues after a lost connection and after too many requests. Any other error ends the command. */
    function goOn(error: Error): Line[] {
      if (stop.aborted) return [];
      if (!isForNow(error) && !isPassing(error)) throw error;
      input.out.note(`${error.message}; trying again`);
      return [];
    }
  },
};

const byTime = (a: Line, b: Line): number => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

async function sourcesOf(input: Input, wanted: Wanted, stop: AbortSignal): Promise<Source[]> {
  const only = text(input, 'only') ?? (text(input, 'webhook') && 'deliveries');
  if (only !== undefined && only !== 'deliveries' && only !== 'requests')
    throw new UsageError('`--only` must be deliveries or requests.');
  /**
   * The ids of this command's own requests. The command leaves them out, as they would be most of the lines that it
   * shows.
   */
  const own = new Set<string>();
  const sources = [
    only !== 'requests' && (await deliveriesOf(input, wanted, own, only !== undefined)),
    only !== 'deliveries' && (await requestsOf(input, wanted, own, stop, only !== undefined)),
  ];
  return sources.filter((source) => source !== false);
}

/** @param isOnly whether the command follows only deliveries, so that it must fail if it cannot read them */
async function deliveriesOf(
  input: Input,
  { from }: Wanted,
  own: Set<string>,
  isOnly: boolean,
): Promise<Source | false> {
  const stage = stageOf(input);
  const baseUrl = stage === undefined ? undefined : await baseUrlOf(stage);
  const account = baseUrl === undefined ? accountOf(input) : accountFor(input, baseUrl);
  if (!account)
    return leaveOut(input, isOnly, `Deliveries need the key of a merchant: florin login --url ${baseUrl}.`);
  const watched = recordRequestIds(own, account);
  return deliveryLog(watched, await merchantOf(input, watched), from, text(input, 'webhook'));
}

async function requestsOf(
  input: Input,
  wanted: Wanted,
  own: ReadonlySet<string>,
  stop: AbortSignal,
  isOnly: boolean,
): Promise<Source | false> {
  const stage = stageOf(input);
  if (stage !== undefined)
    return stageRequests(stage, wanted, own, stop, () =>
      input.out.note(
        'There were more than 1000 requests; the older ones are left out. --failed finds fewer.',
      ),
    );
  if (isLocal(addressOf(input)))
    return {
      ...localRequests(awsPortOf(input.env), wanted, own),
      ...(!isOnly && { isOptional: true as const }),
    };
  return leaveOut(input, isOnly, 'Requests are for the operator: florin logs tail --stage production.');
}

function leaveOut(input: Input, isOnly: boolean, why: string): false {
  if (isOnly) throw new UsageError(why);
  input.out.note(why);
  return false;
}

/** Returns the account with a client that adds the ids of its requests to `own`. */
function recordRequestIds(own: Set<string>, account: Account): Account {
  const { baseUrl, key } = account;
  const florin = createClient({
    ...{ baseUrl, key },
    fetch: async (...request) => {
      const answer = await fetch(...request);
      const id = answer.headers.get('x-request-id');
      if (id) own.add(id);
      return answer;
    },
  });
  return { ...account, florin };
}

export const logs: Record<string, Command> = { 'logs tail': tail };
