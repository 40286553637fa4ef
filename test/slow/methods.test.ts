import { methods } from '#acquirer/simulated/methods.ts';
import type { Method } from '#domain/methods/method.ts';
import { aws } from '../api/support/aws.ts';
import { refusal } from '../api/support/http.ts';
import { localClock } from '../api/support/local-clock.ts';
import { amountOf, type Begun, methodPayments } from '../api/support/method-payments.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Receiver, startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

/*
 * The part of the table in `api/support/methods-table.ts` that needs another clock, or a Florin that dies. All methods share the
 * moves of the clock, and the restarts.
 */

jest.setTimeout(300_000);

const minute = 60_000;

const own = ownFlorin({ env: { SEAL_KEY: Buffer.alloc(32, 'methods').toString('base64') } });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const { shopFor, shopAt } = methodPayments(
  () => own.here,
  () => receiver,
);
const clock = localClock(() => own.florin);

/** Moves the clock, which never goes back, to a time unless that has passed. */
const moveTo = async (time: number) => {
  if (time > (await clock.now())) await clock.move(time);
};

/** The page of the simulated bank at the Florin that runs now. */
const here = (begun: Begun): Begun => ({
  ...begun,
  action: { ...begun.action, url: begun.action.url.replace(/^http:\/\/[^/]+/, own.florin.posUrl) },
});

const cancelled = [400, 'PAYMENT_REJECTED'];

const declined = ({ type }: Method) => ({ method: { type }, successful: false, pendingAmount: 0 });

const approved = ({ type, captured }: Method) => ({
  method: { type },
  successful: true,
  ...(captured === 'at once' ? { capturedAmount: amountOf } : { pendingAmount: amountOf }),
});

const eventsOf = ({ captured }: Method) => [
  'transaction.created',
  ...(captured === 'at once' ? ['transaction.captured'] : []),
];

/** Makes a payment of each method, whose customers are asked. */
const beginAll = () =>
  Promise.all(
    methods.map(async (row) => {
      const shop = await shopFor(row);
      return { row, shop, begun: await shop.begin(row) };
    }),
  );

const longest = Math.max(...methods.map(({ minutes, settles }) => minutes + settles));

test('a customer who never answers is given up after the time of the method, and their link can be paid again', async () => {
  const all = await beginAll();
  const began = await clock.now();
  const times = [...new Set(methods.map(({ minutes, settles }) => minutes + settles))].sort((a, b) => a - b);
  for (const time of times) {
    // A minute before and two after the time. The worker comes once a minute.
    await moveTo(began + (time - 1) * minute);
    const isEarly = (await clock.now()) < began + (time - 0.5) * minute;
    for (const { row, shop } of all)
      if (isEarly && row.minutes + row.settles >= time) expect(await shop.transactions()).toEqual([]);
    await moveTo(began + (time + 2) * minute);
    for (const { row, shop, begun } of all)
      if (row.minutes + row.settles === time) {
        expect(await shop.transactions()).toMatchObject([declined(row)]);
        // An answer that comes afterwards is never booked.
        await shop.answer(begun, 'approve');
        expect(refusal(await shop.returned(begun))).toEqual(cancelled);
      }
  }
  for (const { row, shop } of all) {
    await aws(own.florin.aws).report({
      ...{ acquirer: 'simulated', type: 'operation.changed' },
      operation: (await shop.transactions())[0].id,
    });
    await shop.expectBooks({ transactions: [declined(row)], paid: 0, events: ['transaction.declined'] });
    await shop.paid(row);
    await shop.expectBooks({
      transactions: [approved(row), declined(row)],
      paid: 1,
      events: ['transaction.declined', ...eventsOf(row)],
    });
  }
});

test('the bank takes no answer after the customer’s time, though the payment is open until the answer is final', async () => {
  const all = await beginAll();
  const began = await clock.now();
  for (const time of [...new Set(methods.map(({ minutes }) => minutes))].sort((a, b) => a - b)) {
    await moveTo(began + (time + 0.5) * minute);
    for (const { row, shop, begun } of all)
      if (row.minutes === time) {
        await shop.answer(begun, 'approve');
        expect((await shop.returned(begun)).body).toMatchObject({ state: 'open' });
      }
  }
  await clock.move(began + (longest + 2) * minute);
  for (const { row, shop } of all)
    await shop.expectBooks({ transactions: [declined(row)], paid: 0, events: ['transaction.declined'] });
});

test('a late answer is known after 20 seconds, and a customer who left before is not charged', async () => {
  const all = await beginAll();
  const leaving = await beginAll();
  for (const { shop, begun } of [...all, ...leaving]) {
    await shop.answer(begun, 'late');
    expect((await shop.returned(begun)).body).toMatchObject({ state: 'open' });
  }
  for (const { shop, begun } of leaving) expect(refusal(await shop.leave(begun))).toEqual(cancelled);
  await clock.move((await clock.now()) + 30_000);
  // The bank tells Florin by itself: nobody asks before the events arrive.
  for (const { row, shop, begun } of all) {
    await shop.expectBooks({ transactions: [approved(row)], paid: 1, events: eventsOf(row) });
    expect((await shop.returned(begun)).status).toBe(201);
  }
  for (const { row, shop } of leaving)
    await shop.expectBooks({ transactions: [declined(row)], paid: 0, events: ['transaction.declined'] });
});

/** Kills Florin when it has sent the nth of these writes, and starts it again. The clients’ answers are lost. */
async function killed(write: (body: string) => boolean, act: () => Promise<unknown>): Promise<void> {
  let dead: Promise<void> | undefined;
  own.proxy.afterAnswer = (operation, body) => {
    if (operation !== 'TransactWriteItems' || !write(body) || dead) return dead;
    dead = own.florin.kill();
    return dead;
  };
  await act().catch(() => undefined);
  await waitUntil(
    async () => dead,
    (found) => found !== undefined,
    20,
  );
  await dead;
  own.proxy.afterAnswer = undefined;
  await own.start();
}

describe.each(methods)('a payment by $type whose Florin dies', (row) => {
  test.each([
    // The write that opens the operation, that keeps the reference, the challenge, the answer, and the transaction.
    ['after it was opened', 0],
    ['after the bank has named it', 1],
    ['after the customer was asked', 2],
  ])('%s is the same payment when it is sent again', async (_, nth) => {
    const { key, merchant, linkId, order } = await shopFor(row);
    const body = order(row);
    body.hints.push(...(await own.here.pos('/payments/challenges/begin', body)).body.hints);
    let writes = 0;
    await killed(
      (sent) => sent.includes('operation#') && writes++ === nth,
      () => own.here.pos('/payments', body),
    );
    const shop = shopAt(key, merchant, linkId);
    const again = await shop.pay({ body, action: {}, state: '' });
    expect(again.body.challenges).toMatchObject([{ name: 'method' }]);
    const begun = await shop.asked(body);
    await shop.answer(here(begun), 'approve');
    expect((await shop.pay(begun)).status).toBe(201);
    await shop.expectBooks({ transactions: [approved(row)], paid: 1, events: eventsOf(row) });
  });

  test.each([
    ['after the bank has the answer', (sent: string) => sent.includes('brought'), 'answer'],
    ['after the payment is stored', (sent: string) => sent.includes('#transaction'), 'pay'],
  ] as const)('%s is made once', async (_, write, when) => {
    const made = await shopFor(row);
    const begun = await made.begin(row);
    if (when === 'pay') await made.answer(begun, 'approve');
    await killed(write, () => (when === 'pay' ? made.pay(begun) : made.answer(begun, 'approve')));
    const shop = shopAt(made.key, made.merchant, made.linkId);
    await shop.answer(here(begun), 'reject');
    const answers = [await shop.pay(begun), await shop.returned(begun)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toMatchObject(answers[0]?.body);
    await shop.expectBooks({ transactions: [approved(row)], paid: 1, events: eventsOf(row) });
  });
});
