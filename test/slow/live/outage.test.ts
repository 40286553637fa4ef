import { makeClock } from '../../api/support/clock.ts';
import type { Response } from '../../api/support/http.ts';
import { ownLive } from '../../api/support/live.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });

const minute = 60_000;
const said = ({ status, body }: Response): string => {
  const { code, error } = Array.isArray(body) ? body[0] : body;
  return [status, code ?? error].filter((part) => part !== undefined).join(' ');
};

/** Counts equal answers. */
function countAnswers(answers: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[said(answer)] = (counts[said(answer)] ?? 0) + 1;
  return counts;
}

test('during an outage of 90 minutes, no unknown operation is reported as failed, and all are resolved afterwards', async () => {
  const shop = await live.shop();
  const { key, merchant } = shop;
  const { pos, api, move } = live.here;
  const ready = await Promise.all(Array.from({ length: 6 }, () => live.authorized(merchant, 1000)));
  const [agreed = ''] = [await live.authorized(merchant, 1000, { unplanned: {} })];
  const captured = ready.slice(4);
  for (const id of captured) await move(key, id, 'captures', 1000);
  const orders = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const order = await live.order(merchant);
      const { hints } = (await pos('/payments/challenges/begin', order)).body;
      return { ...order, hints };
    }),
  );

  await live.stripe.down();
  const acts: Record<string, (() => Promise<Response>)[]> = {
    'customers pay': orders.map(
      (order, n) => () => pos('/payments', order, { 'idempotency-key': `down-pay-${n}` }),
    ),
    'merchants capture': ready
      .slice(0, 3)
      .map((id, n) => () => move(key, id, 'captures', 400, { 'idempotency-key': `down-capture-${n}` })),
    'merchants refund': captured.map(
      (id, n) => () => move(key, id, 'refunds', 300, { 'idempotency-key': `down-refund-${n}` }),
    ),
    'merchants void': [() => move(key, ready[3] ?? '', 'voids', 1000, { 'idempotency-key': 'down-void' })],
    'later payments': [0, 1].map((n) => () => {
      const body = { transactionId: agreed, currency: 'EUR', amount: 500 };
      const headers = { 'idempotency-key': `down-again-${n}` };
      return api('POST', `/merchants/${merchant.id}/transactions`, { key, body, headers });
    }),
  };
  const rows: string[] = [];
  const tried = async (when: string) => {
    for (const [what, some] of Object.entries(acts)) {
      const answers = await Promise.all(some.map((act) => act()));
      rows.push(`| ${what} | ${when} | ${JSON.stringify(countAnswers(answers))} |`);
    }
  };
  await tried('immediately');
  // The requested amount stays reserved, so that no second operation can use it.
  const shown = await live.here.transaction(key, ready[0] ?? '');
  expect(shown).toMatchObject({ pendingAmount: 600, operation: { capture: true, amount: 400 }, trail: [] });
  expect((await move(key, ready[0] ?? '', 'captures', 100)).status).toBe(409);

  for (let passed = 0; passed < 90; passed += 10) {
    await clock.moveTo(clock.now() + 10 * minute);
    await live.finishOperations();
    if (passed === 0) await tried('after ten minutes');
  }
  const log = live.florin.log();
  expect(log).toContain('"OperationsOpen":1');

  await live.stripe.up();
  for (let passed = 0; passed < 130; passed += 65) {
    await clock.moveTo(clock.now() + 65 * minute);
    await live.finishOperations();
  }
  await live.expectSameBooks(shop);
  await tried('an hour after it is back');
  await live.expectSameBooks(shop);
  process.stdout.write(`\n| who | when | answers |\n|---|---|---|\n${rows.join('\n')}\n`);

  const last = (who: RegExp) => rows.filter((row) => /an hour after/.test(row) && who.test(row));
  for (const row of last(/merchants/)) expect(row).toMatch(/\{"201":\d+\}/);
  // An authorization is given up after a quarter of an hour.
  for (const row of last(/pay/)) expect(row).toMatch(/\{"400 \w+":\d+\}/);
});

test('a revoked or restricted key declines no payment: the API returns 503, stores nothing, and a repeat succeeds later', async () => {
  const { key, merchant } = await live.shop();
  const { pos, api, move } = live.here;
  const list = async () =>
    (await api('GET', `/merchants/${merchant.id}/transactions?limit=100`, { key })).body.length;
  const [captured = '', open = '', agreed = ''] = [
    await live.authorized(merchant, 1000),
    await live.authorized(merchant, 1000),
    await live.authorized(merchant, 1000, { unplanned: {} }),
  ];
  await move(key, captured, 'captures', 1000);
  const order = await live.order(merchant);
  const { hints } = (await pos('/payments/challenges/begin', order)).body;
  const again = { transactionId: agreed, currency: 'EUR', amount: 500 };
  const acts = [
    () => pos('/payments', { ...order, hints }, { 'idempotency-key': 'revoked-pay' }),
    () => move(key, open, 'captures', 400, { 'idempotency-key': 'revoked-capture' }),
    () => move(key, captured, 'refunds', 300, { 'idempotency-key': 'revoked-refund' }),
    () =>
      api('POST', `/merchants/${merchant.id}/transactions`, {
        key,
        body: again,
        headers: { 'idempotency-key': 'revoked-again' },
      }),
  ];
  const before = await list();
  for (const how of ['denied', 'forbidden'] as const) {
    const end = live.stripe.fail({ how, times: 1000 });
    for (const act of acts) {
      const { status, body, headers } = await act();
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(body.message).toMatch(/does not accept requests from us.*Nothing was charged/);
    }
    const { operation, pendingAmount } = await live.here.transaction(key, open);
    expect([operation, pendingAmount]).toEqual([undefined, 1000]);
    expect(await list()).toBe(before);
    end();
  }
  expect(live.florin.log()).toContain('"AcquirerRefusals":1');
  for (const act of acts) expect((await act()).status).toBe(201);
  expect(await list()).toBe(before + 2);
});
