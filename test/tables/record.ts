/**
 * `npx tsx test/tables/record.ts`: makes merchants with payments in every state, and writes the items of the table with the API's answers
 * to `test/tables/<version>.json`, and the template of a production stage beside it. Run it once for each release. Later
 * releases must read that table (test/slow/earlier-tables.test.ts), and update that stage (test/deploy/first-release.ts).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synth } from '../../lib/build/synth.ts';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { aws } from '../api/support/aws.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { savedCards } from '../api/support/saved-cards.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { SEAL_KEY } from './seal-key.ts';
import { recordTemplate } from './template.ts';

const engine = await startEngine();
const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint, SEAL_KEY });
const receiver = await startReceiver((response, { event }) => response.end(event.data?.challenge ?? ''));
const here = world(florin);
const { api, authorized, createMerchant, pay, transaction } = here;
const { report, invoke } = aws(florin.aws);

const { key } = await here.createApp('A shop');
const euro = await createMerchant(key, { bank: { iban: 'DK5000400440116243' } });
const forint = await createMerchant(key, { currency: 'HUF', name: 'とうきょう' });
const cards = savedCards(here, () => ({ key, merchant: euro }));

const ask = async (method: string, path: string, body?: object) => {
  const { status, text, body: answer } = await api(method, path, { key, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return answer;
};
const move = (id: string, kind: string, amount: number) =>
  ask('POST', `/transactions/${id}/${kind}`, { amount });

async function makeCapture(
  amount: number,
  over: Record<string, unknown> = {},
  merchant = euro,
): Promise<string> {
  const id = await authorized(merchant, amount, over);
  await move(id, 'captures', amount);
  return id;
}

/** Makes a payment with a dispute of this outcome, or with an open one. */
async function makeDispute(outcome?: 'won' | 'lost'): Promise<string> {
  const id = await makeCapture(3000);
  const reference = `dispute-${outcome ?? 'open'}`;
  const reason = { code: 83, title: 'Fraud, card-absent environment' };
  const due = '2090-01-01T00:00:00.000Z';
  await report({ type: 'dispute.opened', reference, transactionId: id, amount: 3000, reason, due });
  await waitUntil(
    () => transaction(key, id),
    ({ disputedAmount }) => disputedAmount === 3000,
  );
  if (!outcome) return id;
  await report({ type: 'dispute.resolved', reference, outcome });
  await waitUntil(
    () => transaction(key, id),
    ({ trail }) => trail.some((entry: { dispute?: object }) => entry.dispute),
  );
  return id;
}

const { webhook } = await ask('POST', `/merchants/${euro.id}/webhooks`, { url: receiver.url });
await ask('POST', `/merchants/${euro.id}/users`, { email: 'user@example.com' });

const first = await makeCapture(6000, { custom: { reference: 'Order 4711', deep: [[null]] } });
const again = { transactionId: first, currency: 'EUR', amount: 250, descriptor: 'Again' };
const mixed = await makeCapture(4000);
const part = await authorized(euro, 9000);
await move(part, 'captures', 4000);
await move(part, 'captures', 1000);
await move(part, 'refunds', 1500);
await move(part, 'voids', 1000);
await move(mixed, 'refunds', 4000);
const voided = await authorized(euro, 700);
await move(voided, 'voids', 700);

const link = await cards.link(undefined, { amount: 1234, text: 'Coffee' });
const paid = { amount: { currency: 'EUR', exponent: 2, value: 1234 } };
const transactions = {
  pending: await authorized(euro, 5000),
  captured: first,
  refunded: mixed,
  part,
  voided,
  recurring: (await ask('POST', `/merchants/${euro.id}/transactions`, again)).transaction.id,
  dollar: await makeCapture(10000, { amount: { currency: 'USD', exponent: 2, value: 10000 } }),
  yen: await authorized(euro, 1000, { amount: { currency: 'JPY', exponent: 0, value: 1000 } }),
  forint: await makeCapture(100000, {}, forint),
  won: await makeDispute('won'),
  lost: await makeDispute('lost'),
  disputed: await makeDispute(),
  kept: await cards.save('Customer 1'),
  linked: (await pay(await cards.typed(link.id, paid))).body.authorizationId,
};
const open = await cards.link('Customer 1', { amount: 777 });
await invoke('PayOut', { time: new Date().toISOString() });
await waitUntil(
  () => ask('GET', `/merchants/${euro.id}/payouts?limit=1`),
  ({ length }) => length > 0,
);
await makeCapture(4000); // after the payout

const lists = ['transactions', 'lines', 'postings', 'payouts', 'links', 'users', 'webhooks'];
const paths = [
  ...[euro, forint].flatMap(({ id }) => [
    `/merchants/${id}`,
    ...lists.map((list) => `/merchants/${id}/${list}?limit=100`),
  ]),
  ...Object.values(transactions).map((id) => `/transactions/${id}`),
  `/merchants/${euro.id}/customers/Customer%201/cards?limit=10`,
  `/links/${link.id}`,
  `/disputes?limit=100&filter[merchantId]=${euro.id}`,
  `/merchants/${euro.id}/webhooks/${webhook.id}`,
];
const answers: Record<string, unknown> = {};
for (const path of paths) answers[path] = await ask('GET', path);

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const parts = [
  ...Object.entries({ merchants: { euro: euro.id, forint: forint.id }, transactions, link: open.id }).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  ),
  `"answers": {\n${Object.entries(answers)
    .map(([path, answer]) => `${JSON.stringify(path)}: ${JSON.stringify(answer)}`)
    .join(',\n')}\n}`,
  `"items": [\n${(await lasting()).map((item) => JSON.stringify(item)).join(',\n')}\n]`,
];
const file = `test/tables/${version}.json`;
writeFileSync(file, `{\n${parts.join(',\n')}\n}\n`);
console.log(`Written: ${file}`);
const place = mkdtempSync(join(tmpdir(), 'florin-tables-'));
const context = { stage: 'production', acquirer: 'stripe', mailFrom: 'pay@shop.example' };
recordTemplate(version, (await synth(place, { context, build: join(place, 'build') })).template);
rmSync(place, { recursive: true });
await florin.stop();
await engine.stop();
await receiver.stop();

/** The items that do not expire within ten years. */
async function lasting(): Promise<object[]> {
  const inYears = Date.now() / 1000 + 10 * 365 * 24 * 60 * 60;
  const call = callEngine(engine.endpoint);
  const found: { expires?: { N: string } }[] = [];
  for (let from: unknown; ; ) {
    const page = await call('Scan', { TableName: 'florin', ...(from ? { ExclusiveStartKey: from } : {}) });
    found.push(...page.Items);
    from = page.LastEvaluatedKey;
    if (!from) return found.filter(({ expires }) => !expires || Number(expires.N) > inYears);
  }
}
