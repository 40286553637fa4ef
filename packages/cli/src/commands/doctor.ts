import manifest from '../../package.json' with { type: 'json' };
import { type Account, accountFor, accountOf, addressOf, hasNoKey, isLocal } from '../account.ts';
import { baseUrlOf } from '../aws.ts';
import {
  type Check,
  clockCheck,
  failure,
  keyCheck,
  merchantChecks,
  ok,
  skippedCheck,
  versionCheck,
  warning,
  webhookChecks,
} from '../checks.ts';
import { type Command, type Input, text } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { plain } from '../output.ts';
import { descriptionOf, namedPosUrl } from '../places.ts';
import { stageOf } from '../stage.ts';
import { acquirerCheck, stageChecks, unreadable } from '../stage-checks.ts';

export const doctor: Command = {
  summary: 'Checks a running Florin from outside, and says what to do',
  flags: {
    merchant: { type: 'string', value: 'ID', says: 'only this merchant; by default the first 20 of the app' },
    stage: { type: 'string', value: 'NAME', says: 'a deployed stage, its mail and alarms, by the AWS CLI' },
  },
  notes: `Checks that Florin answers, its version, its clock, the checkout API, the key,
the acquirer of live merchants, and webhooks. With --stage, it finds the address
by your AWS credentials, and checks the stage's mail, its alarms and the rights
of the acquirer's key. Changes nothing. Before a deployment,
npm run deploy -- STAGE --check checks the account.
Exits with 1 if a check fails, and with 3 if nothing answers.`,
  async run(input) {
    const stage = stageOf(input);
    const checks = await (stage === undefined ? checkHere(input) : checkStage(input, stage));
    const marks = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ', skipped: 'skipped ' };
    const lines = checks.flatMap(({ name, result, says, remedy }) => [
      `${marks[result]}${plain(name)}: ${plain(says)}`,
      ...(remedy ? [`        ${remedy}`] : []),
    ]);
    input.out.result({ checks }, lines.join('\n'));
    const faults = checks.filter(({ result }) => result === 'failed');
    if (faults.length > 0)
      process.exitCode = faults.some(({ name }) => name === reachable)
        ? exitCodes.unknown
        : exitCodes.refused;
  },
};

const reachable = 'reachable';

/** Checks the Florin of the environment or the profile, or the one on this machine. */
async function checkHere(input: Input): Promise<Check[]> {
  const baseUrl = addressOf(input);
  const checks = await checkAt(input, baseUrl, hasNoKey(input) ? undefined : accountOf(input));
  if (isLocal(baseUrl)) return checks;
  const remedy = 'With AWS credentials: florin doctor --stage production.';
  return [...checks, skippedCheck('mail, alarms', 'are known to the AWS account alone', remedy)];
}

/** Checks a deployed stage: what AWS knows of it, and its address from outside. */
async function checkStage(input: Input, stage: string): Promise<Check[]> {
  const baseUrl = await baseUrlOf(stage).catch((error: Error) => error);
  if (baseUrl instanceof Error) {
    const left = 'the address, mail and alarms of the stage are read of its stack';
    const remedy = 'Without AWS credentials, FLORIN_URL and florin doctor check the rest from outside.';
    return [unreadable(`stack florin-${stage}`, baseUrl), skippedCheck('mail, alarms', left, remedy)];
  }
  const account = accountFor(input, baseUrl);
  const checks = [checkAt(input, baseUrl, account, stage), stageChecks(stage)] as const;
  const [outside, checksWithKey] = await Promise.all(checks);
  return [...outside, ...checksWithKey];
}

/**
 * @param account absent if there is no key for this address
 * @param stage a deployed stage, whose acquirer's key is checked for each live merchant
 */
async function checkAt(
  input: Input,
  baseUrl: string,
  account: Account | undefined,
  stage?: string,
): Promise<Check[]> {
  const description = await descriptionOf(baseUrl).catch((error: Error) => error);
  if (description instanceof Error) {
    const remedy = isLocal(baseUrl)
      ? 'Start Florin: npm start.'
      : 'Check the address, the network, and the stack in AWS.';
    return [failure(reachable, description.message, remedy)];
  }
  const outside = [
    ok(reachable, `${baseUrl} in ${description.milliseconds} ms`),
    versionCheck(description.version, manifest.version),
    clockCheck(description, Date.now()),
    await checkoutApi((account && namedPosUrl(input, account)) || description.posUrl),
  ];
  if (!account) {
    const remedy = `Log in: florin login --url ${baseUrl}. Without a key of its own, nothing inside can be checked.`;
    return [...outside, warning('key', `there is none for ${baseUrl}`, remedy)];
  }
  const { check, appId } = await keyCheck(account.florin);
  return [...outside, check, ...(appId ? await inside(account, appId, text(input, 'merchant'), stage) : [])];
}

async function checkoutApi(posUrl: string | undefined): Promise<Check> {
  const remedy = 'Check the domain of the checkout API, and FLORIN_POS_URL.';
  if (!posUrl) return failure('checkout API', 'this Florin does not name its address', remedy);
  try {
    const answer = await fetch(`${posUrl}/sdk.js`, { signal: AbortSignal.timeout(15_000) });
    await answer.body?.cancel();
    if (answer.ok) return ok('checkout API', posUrl);
    return failure('checkout API', `${posUrl} answers ${answer.status}`, remedy);
  } catch {
    return failure('checkout API', `${posUrl} does not answer`, remedy);
  }
}

async function inside(
  { florin }: Account,
  appId: string,
  only: string | undefined,
  stage: string | undefined,
): Promise<Check[]> {
  const merchants = only
    ? [await florin.merchants.get(only)]
    : await florin.merchants.list(appId, { limit: 20 }).page();
  const remedy = 'Add the app to a merchant, or make a test merchant: florin fixtures.';
  if (merchants.length === 0) return [warning('merchants', 'the app has none', remedy)];
  const found: Check[] = [];
  for (const merchant of merchants) {
    found.push(...merchantChecks(merchant));
    if (stage !== undefined && !merchant.test) found.push(await acquirerCheck(stage, merchant.id));
    found.push(...(await webhookChecks(florin, merchant.id)));
  }
  return found;
}
