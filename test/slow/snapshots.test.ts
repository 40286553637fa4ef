import { setTimeout as sleep } from 'node:timers/promises';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import type { StoredItem } from '../api/support/proxy.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const own = ownFlorin();

beforeEach(() => {
  own.proxy.instead = undefined;
  own.proxy.indexed = undefined;
});

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Shown = any;

const sum = (entries: Shown[], kind: string) =>
  entries.filter((entry) => entry[kind]).reduce((total, { amount }) => total + amount, 0);

/** Checks that an answer shows the transaction as it was at a single moment. */
function expectOneMoment({ amount, trail, ...amounts }: Shown) {
  const { pendingAmount, capturedAmount, refundedAmount, voidedAmount } = amounts;
  expect({ pendingAmount, capturedAmount, refundedAmount, voidedAmount }).toEqual({
    pendingAmount: amount - sum(trail, 'capture') - sum(trail, 'void'),
    capturedAmount: sum(trail, 'capture'),
    refundedAmount: sum(trail, 'refund'),
    voidedAmount: sum(trail, 'void'),
  });
}

test('while money moves, every read and every response shows a transaction as it was at one moment', async () => {
  const { key, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 10_000);
  await own.here.move(key, id, 'captures', 1000);
  // Answers the parts of one read at different moments.
  own.proxy.instead = async (operation) => {
    if (operation === 'Query') await sleep(Math.random() * 20);
    return undefined;
  };
  let moving = true;
  const answers: Shown[] = [];
  const move = async (kind: 'captures' | 'refunds' | 'voids') => {
    for (let n = 0; n < 12; n++) {
      const { status, body } = await own.here.move(key, id, kind, 7);
      expect([201, 409]).toContain(status);
      if (status === 201) answers.push(body.transaction);
    }
  };
  const reads: Shown[] = [];
  const read = async () => {
    while (moving) {
      reads.push(await own.here.transaction(key, id));
      const [listed] = (await own.here.api('GET', `/merchants/${merchant.id}/transactions?limit=1`, { key }))
        .body;
      reads.push(listed);
    }
  };
  const reading = [read(), read(), read()];
  await Promise.all([move('captures'), move('captures'), move('refunds'), move('voids')]);
  moving = false;
  await Promise.all(reading);

  const last = await own.here.transaction(key, id);
  expect(reads.length).toBeGreaterThan(20);
  for (const shown of [...reads, ...answers, last]) {
    expectOneMoment(shown);
    // Entries are in the order in which they were written, and never change their place.
    expect(last.trail.slice(0, shown.trail.length)).toEqual(shown.trail);
  }
  // Each answer ends with its own entry, so that no two are of the same moment.
  expect(new Set(answers.map(({ trail }) => trail.length)).size).toBe(answers.length);
});

test('disputes that are opened and decided while money moves are applied once, and shown correctly', async () => {
  const { key, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 10_000);
  await own.here.move(key, id, 'captures', 5000);
  const references = Array.from({ length: 6 }, (_, n) => `${id}-${n}`);
  const report = aws(own.florin.aws).report(
    ...references.flatMap((reference) => [
      {
        type: 'dispute.opened',
        reference,
        transactionId: id,
        amount: 10,
        reason: { code: 83, title: 'Fraud' },
        due: '2030-01-01T00:00:00.000Z',
      },
      { type: 'dispute.resolved', reference, outcome: 'won' },
    ]),
  );
  const answers: Shown[] = [];
  for (let n = 0; n < 30; n++) answers.push((await own.here.move(key, id, 'captures', 1)).body.transaction);
  await report;
  const settled = await waitUntil(
    () => own.here.transaction(key, id),
    ({ trail }) => sum(trail, 'dispute') === 60,
  );
  expect(settled).toMatchObject({ disputedAmount: 0, capturedAmount: 5030 });
  for (const shown of [...answers, settled]) {
    expectOneMoment(shown);
    expect(settled.trail.slice(0, shown.trail.length)).toEqual(shown.trail);
  }
});

const keyOf = ({ pk, sk }: StoredItem) => `${pk?.S} ${sk?.S}`;

test('a list never mixes transactions, however far each item of the index lags behind', async () => {
  const { key, merchant } = await own.here.shop();
  const path = `/merchants/${merchant.id}/transactions?limit=100`;
  const versions = new Map<string, StoredItem[]>();
  const remember = (items: StoredItem[]) => {
    for (const item of items) {
      const known = versions.get(keyOf(item)) ?? [];
      versions.set(keyOf(item), [...known, item]);
    }
    return items;
  };
  const ids: string[] = [];
  for (let n = 0; n < 8; n++)
    ids.push(await own.here.authorized(merchant, 1000, n % 3 ? { custom: { n } } : {}));
  own.proxy.indexed = remember;
  for (let round = 0; round < 4; round++) {
    for (const [n, id] of ids.entries())
      if (n % 4 > 0) await own.here.move(key, id, 'captures', 10 * n + round);
    await own.here.api('GET', path, { key });
  }
  const now = new Map<string, Shown>();
  for (const id of ids) now.set(id, await own.here.transaction(key, id));

  // Each item is as it was at some earlier moment, or missing.
  own.proxy.indexed = (items) =>
    items.flatMap((item) => {
      const known = versions.get(keyOf(item)) ?? [item];
      const at = Math.floor(Math.random() * (known.length + 1));
      return known[at] ? [known[at]] : [];
    });
  let listed = 0;
  for (let n = 0; n < 60; n++) {
    for (const order of ['', `&after=${'0'.repeat(24)}`]) {
      for (const shown of (await own.here.api('GET', path + order, { key })).body) {
        const { trail, custom } = now.get(shown.id);
        expectOneMoment(shown);
        expect(shown.custom).toEqual(custom);
        expect(trail.slice(0, shown.trail.length)).toEqual(shown.trail);
        listed++;
      }
    }
  }
  expect(listed).toBeGreaterThan(100);
});
