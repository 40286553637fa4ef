import manifest from '../../package.json' with { type: 'json' };
import { type Account, accountOf, isLocal, localUrl, urlIn } from '../account.ts';
import {
  type Check,
  clockCheck,
  failed,
  keyCheck,
  merchantChecks,
  ok,
  versionCheck,
  warning,
  webhookChecks,
} from '../checks.ts';
import { type Command, type Input, text } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { plain } from '../output.ts';
import { describedBy, posUrlOf } from '../places.ts';
import { hasNoKey } from '../test-merchant.ts';

export const doctor: Command = {
  summary: 'Checks a running Florin from outside, and says what to do',
  flags: {
    merchant: { type: 'string', value: 'ID', says: 'only this merchant; by default the first 20 of the app' },
  },
  notes: `Checks that Florin answers, its version, its clock, the customer's side, the
key, the acquirer of live merchants, and webhooks. Changes nothing. The account
in AWS is checked by the operator before a deployment, by npm run doctor.
Exits with 1 if a check fails, and with 3 if nothing answers.`,
  async run(input) {
    const checks = await checked(input);
    const marks = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' };
    const lines = checks.flatMap(({ name, result, says, remedy }) => [
      `${marks[result]}${plain(name)}: ${plain(says)}`,
      ...(remedy ? [`        ${remedy}`] : []),
    ]);
    input.out.result({ checks }, lines.join('\n'));
    if (checks.some(({ result }) => result === 'failed'))
      process.exitCode = checks[0]?.result === 'failed' ? exitCodes.unknown : exitCodes.refused;
  },
};

async function checked(input: Input): Promise<Check[]> {
  const url = urlIn(input.env);
  const baseUrl = url ?? (hasNoKey(input) ? localUrl : accountOf(input).baseUrl);
  const described = await describedBy(baseUrl).catch((error: Error) => error);
  if (described instanceof Error) {
    const remedy = isLocal(baseUrl)
      ? 'Start Florin: npm start.'
      : 'Check the address, the network, and the stack in AWS.';
    return [failed('reachable', described.message, remedy)];
  }
  const reachable = ok('reachable', `${baseUrl} in ${described.milliseconds} ms`);
  const outside = [
    reachable,
    versionCheck(described.version, manifest.version),
    clockCheck(described, Date.now()),
  ];
  if (hasNoKey(input)) {
    const remedy = 'Log in: florin login. Without a key nothing else can be checked.';
    return [...outside, warning('key', 'there is none', remedy)];
  }
  const account = accountOf(input);
  const { check, appId } = await keyCheck(account.florin);
  return [
    ...outside,
    await customersSide(input, account),
    check,
    ...(appId ? await inside(account, appId, text(input, 'merchant')) : []),
  ];
}

async function customersSide(input: Input, account: Account): Promise<Check> {
  const posUrl = await posUrlOf(input, account);
  const remedy = 'Check the domain of the customer’s side, and FLORIN_POS_URL.';
  try {
    const answer = await fetch(`${posUrl}/sdk.js`, { signal: AbortSignal.timeout(15_000) });
    await answer.body?.cancel();
    if (answer.ok) return ok('customer’s side', posUrl);
    return failed('customer’s side', `${posUrl} answers ${answer.status}`, remedy);
  } catch {
    return failed('customer’s side', `${posUrl} does not answer`, remedy);
  }
}

async function inside({ florin }: Account, appId: string, only: string | undefined): Promise<Check[]> {
  const merchants = only
    ? [await florin.merchants.get(only)]
    : await florin.merchants.list(appId, { limit: 20 }).page();
  const remedy = 'Add the app to a merchant, or make a test merchant: florin fixtures.';
  if (merchants.length === 0) return [warning('merchants', 'the app has none', remedy)];
  const found: Check[] = [];
  for (const merchant of merchants)
    found.push(...merchantChecks(merchant), ...(await webhookChecks(florin, merchant.id)));
  return found;
}
