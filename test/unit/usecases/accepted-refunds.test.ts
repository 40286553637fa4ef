import type { AcquirerEvent } from '../../../functions/core/acquirer/events.ts';
import { compileFilters } from '../../../functions/core/basics/event-filter.ts';
import { catalogue as mockCatalogue } from '../../../functions/core/messages/catalogue.ts';
import type { LanguageName } from '../../../functions/core/messages/languages.ts';
import type { MovementOperation } from '../../../functions/core/store/transactions/operations.ts';
import { type Job, jobs } from '../../../lib/jobs.ts';
import { awsService } from '../aws-service.ts';
import { streamOf } from '../own-stream.ts';
import { withRealMoney } from './real-money.ts';

// A bundle reads its texts from files beside it. A test has no such files.
jest.mock('../../../functions/core/messages/read-messages.ts', () => ({
  messageReader: (prefix?: string) => (language: LanguageName) =>
    mockCatalogue[language][prefix ? 'notice' : 'page'],
}));

const mails: { to: string; text: string }[] = [];
const ses = awsService(({ Content, Destination }) => {
  mails.push({ to: Destination.ToAddresses[0], text: Content.Simple.Body.Text.Data });
  return [200, { MessageId: '1' }];
});

const live = withRealMoney(async () => ({
  ...Object.assign(process.env, {
    AWS_ENDPOINT_URL_SES: await ses.listen(),
    ...{ MAIL_FROM: 'pay@florin.test', RETRIES_URL: 'https://sqs.example/1/retries' },
    ...{ CONSOLE_URL: 'https://console.florin.test', POS_URL: 'https://pos.florin.test' },
    ...{ UNVOUCHED_TEST_MAILS: '100', UNVOUCHED_LIVE_MAILS: '100' },
  }),
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/acquirer/stripe/events/translate-event.ts')),
  ...(await import('../../../functions/core/idempotency/answer.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/accounts/retire-account.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/end-if-retired.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-acceptance.ts')),
  ...(await import('../../../functions/core/usecases/movements/move-money.ts')),
  ...(await import('../../../functions/core/store/mail/receipts.ts')),
  ...(await import('../../../functions/jobs/finish-operations.ts')),
  sendMail: (await import('../../../functions/jobs/send-mail.ts')).handler,
}));
const { own } = live;

let written: jest.SpyInstance;
beforeEach(() => {
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const errors = () => written.mock.calls.filter(([line]) => String(line).includes('"level":"error"'));

const day = 24 * 60 * 60 * 1000;
const context = { getRemainingTimeInMillis: () => 60_000 } as Parameters<typeof own.handler>[1];

/** Runs the job that works on open operations at another time. */
async function workAt(time: number): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(time);
  await own.handler({}, context);
  clock.mockRestore();
}

/** A payment of EUR 100, captured in full unless told, at an account whose refunds stay pending. */
async function captured(reason = 'insufficient_funds', amount = 10_000) {
  const shop = await live.shop();
  const { account = '' } = shop.account;
  const { id, reference } = await live.authorized(shop);
  const caller = { kind: 'app', id: shop.app } as const;
  const move = (
    kind: MovementOperation['kind'],
    amount: number,
    more: { key?: string; name?: string } = {},
  ) =>
    own.moveMoney(kind, {
      caller,
      transactionId: id,
      input: { amount, reference: more.name },
      idempotency: more.key
        ? { key: more.key, scope: shop.app, fingerprint: `${kind} ${amount}` }
        : undefined,
    });
  await move('capture', amount);
  live.stripe.settings(account).refunds = reason as 'processing';
  const show = async () => {
    const { pendingAmount, capturedAmount, refundedAmount, refundableAmount, accepted, operation, trail } =
      await live.transactionOf(id);
    const movements = trail.map(({ kind, amount }) => `${kind} ${amount}`);
    const onTheWay = accepted?.map(({ amount }) => amount) ?? [];
    return {
      pendingAmount,
      capturedAmount,
      refundedAmount,
      refundableAmount,
      onTheWay,
      operation,
      movements,
    };
  };
  const refunds = () => live.stripe.books(account).refunds;
  /** Ends the newest refund at the acquirer. @returns the events about it, as Florin reads them */
  const end = (
    status: 'succeeded' | 'failed' | 'canceled',
    refund = refunds()[0]?.id ?? '',
  ): AcquirerEvent[] => {
    const before = live.stripe.events.length;
    live.stripe.endRefund(refund, status, account);
    const posted = live.stripe.events.slice(before);
    return posted.flatMap((event) => own.translate(event as Parameters<typeof own.translate>[0]) ?? []);
  };
  const hear = async (events: readonly AcquirerEvent[]) => {
    for (const event of events) await own.applyAcquirerEvent({ ...event, ...shop.account });
  };
  const operations = async () => (await live.transactionOf(id)).accepted?.map((one) => one.id) ?? [];
  const settle = (status: 'succeeded') => {
    live.stripe.settings(account).refunds = status;
  };
  return { shop, id, reference, account, move, show, refunds, end, hear, operations, settle };
}

const before = {
  pendingAmount: 0,
  capturedAmount: 10_000,
  refundedAmount: 0,
  operation: undefined,
  movements: ['capture 10000'],
};
const accepted = { ...before, refundableAmount: 7_000, onTheWay: [3_000] };
const declined = { ...before, refundableAmount: 10_000, onTheWay: [] };
const refunded = {
  ...{ ...before, refundedAmount: 3_000, refundableAmount: 7_000, onTheWay: [] },
  movements: ['capture 10000', 'refund 3000'],
};

describe.each(['insufficient_funds', 'charge_pending', 'processing', 'requires_action'])(
  'a refund that the acquirer keeps pending: %s',
  (reason) => {
    test('a refund is accepted and holds only its own amount', async () => {
      const { move, show } = await captured(reason);
      expect(await move('refund', 3_000)).toMatchObject({
        accepted: { refundedAmount: 0, accepted: [{ amount: 3_000 }], operation: undefined },
      });
      expect(await show()).toEqual(accepted);
      expect(errors()).toEqual([]);
    });
  },
);

test('two refunds that do not both fit beside an accepted one: one is made', async () => {
  const { move, show } = await captured();
  await move('refund', 3_000);
  const both = await Promise.allSettled([move('refund', 4_000), move('refund', 4_000)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await show()).toMatchObject({ refundableAmount: 3_000, onTheWay: [3_000, 4_000] });
});

test('a till refunds up to the limit of the merchant, with the refunds that are on their way', async () => {
  const { shop, id, move } = await captured();
  const route = 'POST /transactions/{transactionId}/refunds';
  const till = { kind: 'till', id: own.newId(), email: 'till@example.com', route } as const;
  await own.transact([
    { item: own.put({ ...own.membershipKey(shop.merchant.id, till), test: false, role: 'refundingTill' }) },
    { item: own.update(own.merchantKey(shop.merchant.id), 'SET refundLimit = :most', { ':most': 500 }) },
  ]);
  const refund = (amount: number) =>
    own.moveMoney('refund', { caller: till as never, transactionId: id, input: { amount } });
  expect(await refund(300)).toHaveProperty('accepted');
  await expect(refund(201)).rejects.toMatchObject({ name: 'Refused', faults: [{ field: 'amount' }] });
  expect(await move('refund', 201)).toHaveProperty('accepted');
});

test('the 21st refund on its way is refused', async () => {
  const { move } = await captured();
  for (let n = 0; n < 20; n++) await move('refund', 1);
  await expect(move('refund', 1)).rejects.toMatchObject({ name: 'Refused', faults: [{ field: 'amount' }] });
});

describe.each(['insufficient_funds', 'requires_action'])('the answer to a refund: %s', (reason) => {
  test.each([
    ['succeeded', refunded],
    ['failed', declined],
  ] as const)(
    'the outcome of a refund comes by the job if the event is lost: %s',
    async (status, expected) => {
      const { move, show, end } = await captured(reason);
      await move('refund', 3_000);
      await workAt(Date.now() + 2 * 60_000);
      await workAt(Date.now() + 3 * 60 * 60_000);
      expect(await show()).toEqual(accepted);
      end(status);
      await workAt(Date.now() + 2 * day);
      expect(await show()).toEqual(expected);
      expect(errors()).toEqual([]);
    },
  );
});

test('a refund that was declined and then made after all is booked', async () => {
  const { move, show, end, hear, operations, reference } = await captured();
  await move('refund', 3_000);
  const [operation = ''] = await operations();
  const answer = (state: object): AcquirerEvent =>
    ({ type: 'movement.answered', payment: reference, operation, answer: state }) as AcquirerEvent;
  await hear([answer({ state: 'declined', decline: 'PAYMENT_REJECTED' })]);
  expect(await show()).toEqual(declined);
  await hear(end('succeeded'));
  await hear([{ type: 'payment.changed', payment: reference }]);
  expect(await show()).toEqual(refunded);
});

describe('a repeat', () => {
  test.each([
    ['while the refund is on its way', undefined],
    ['after the refund was made', 'succeeded'],
    ['after the refund was declined', 'failed'],
  ] as const)('a repeat with the same key gets the first response: %s', async (_, status) => {
    const { id, move, end, hear } = await captured();
    const key = `key-${id}`;
    const first = await move('refund', 3_000, { key });
    if (status) await hear(end(status));
    const moment = { amounts: { refundedAmount: 0, refundableAmount: 7_000 }, accepted: [{ amount: 3_000 }] };
    const repeated = await move('refund', 3_000, { key }).catch(({ answer }) => JSON.parse(answer));
    expect(repeated).toMatchObject(moment);
    expect(first).toMatchObject({ accepted: { ...moment.amounts, accepted: moment.accepted } });
  });

  test('a repeat with the same reference moves nothing again', async () => {
    const { move, show, end, hear, refunds } = await captured();
    await move('refund', 3_000, { name: 'R1' });
    expect(await move('refund', 3_000, { name: 'R1' })).toMatchObject({
      repeated: { amounts: { refundedAmount: 0 }, accepted: [{ amount: 3_000, reference: 'R1' }] },
    });
    expect(await show()).toEqual(accepted);
    expect(refunds()).toHaveLength(1);
    await hear(end('succeeded'));
    expect(await move('refund', 3_000, { name: 'R1' })).toMatchObject({
      repeated: { amounts: { refundedAmount: 3_000 } },
    });
    expect(refunds()).toHaveLength(1);
  });
});

describe('the mail to the customer about a refund', () => {
  const { trigger } = jobs.find(({ name }) => name === 'SendMail') as Job;
  const isOfJob = compileFilters(
    'changed' in trigger ? trigger.changed.map((one) => JSON.stringify(one)) : [],
  );
  let changes: Awaited<ReturnType<typeof streamOf>>;
  beforeAll(async () => {
    changes = await streamOf(own);
  });

  /** A payment whose customer has asked for a receipt. `read` returns the mails that its changes have caused since. */
  async function receipted() {
    const payment = await captured();
    const merchantId = payment.shop.merchant.id;
    await own.askForReceipt(payment.id, 'ann@example.com', { merchantId, language: 'da', locale: 'da' });
    const read = async () => {
      mails.length = 0;
      for (const record of (await changes()).filter(isOfJob))
        expect(await own.sendMail({ Records: [record] })).toEqual({ batchItemFailures: [] });
      return mails.map(({ text }) => text);
    };
    await read();
    return { ...payment, read, said: mockCatalogue.da.page.mail };
  }

  test.each([['succeeded'], ['failed'], ['canceled']] as const)(
    'one mail says that a refund is on its way and not completed, and none comes later: %s',
    async (status) => {
      const { move, end, hear, read, said } = await receipted();
      await move('refund', 3_000);
      const [text, ...others] = await read();
      expect([text, others]).toEqual([expect.stringContaining(said.accepted), []]);
      expect(text).not.toContain(said.refunded);
      await workAt(Date.now() + 3 * 60 * 60_000);
      await hear(end(status));
      expect(await read()).toEqual([]);
    },
  );

  test('the mail of a second refund shows the first one as an earlier refund', async () => {
    const { account, move, settle, read, said } = await receipted();
    settle('succeeded');
    await move('refund', 1_000);
    expect(await read()).toEqual([expect.stringContaining(said.refunded)]);
    live.stripe.settings(account).refunds = 'processing';
    await move('refund', 500);
    expect((await read())[0]).toContain(said.before);
  });
});

test('a refund that is still pending after its time raises the alarm, and its answer still counts', async () => {
  const { move, show, end, hear } = await captured();
  await move('refund', 3_000);
  await workAt(Date.now() + 29 * day);
  expect(errors()).toEqual([]);
  await workAt(Date.now() + 31 * day);
  expect(errors()).not.toEqual([]);
  expect(await show()).toEqual(accepted);
  await hear(end('succeeded'));
  expect(await show()).toEqual(refunded);
});

test('an accepted refund at a retired account ends without an answer, and its amount is free again', async () => {
  const { shop, move, show, operations } = await captured();
  await move('refund', 3_000);
  const [id = ''] = await operations();
  const operation = await own.getOperation(id);
  expect(operation?.state).toBe('accepted');
  live.stripe.settings(shop.account.account).disconnected = true;
  await own.setAcquirer(shop.merchant, shop.account, false, {});
  await own.retireAccount(shop.merchant.id, shop.account, { by: 'ops', note: 'The owner has left' });
  expect(operation && (await own.endIfRetired(operation))).toMatchObject({ state: 'unknown' });
  expect(await show()).toEqual(declined);
});

describe('captures and voids that the acquirer accepts', () => {
  type Kind = 'capture' | 'void';

  /** A payment of EUR 100 with EUR 20 captured, whose next movement is accepted. */
  async function onItsWay(kind: Kind, amount: number) {
    const { shop, id, reference, move, show, hear, operations } = await captured('succeeded', 2_000);
    const adapter = own.paymentAcquirerOf(shop.account);
    const until = Date.now() + 14 * day;
    jest.spyOn(adapter, 'move').mockResolvedValueOnce({ state: 'accepted', until });
    const find = jest.spyOn(adapter, 'find').mockResolvedValue({ state: 'accepted', until });
    const first = await move(kind, amount, { name: 'R1', key: `key-${id}` });
    const [operation = ''] = await operations();
    const answer = (state: object): AcquirerEvent =>
      ({ type: 'movement.answered', payment: reference, operation, answer: state }) as AcquirerEvent;
    const approve = answer({ state: 'approved' });
    const decline = answer({ state: 'declined', decline: 'PAYMENT_REJECTED' });
    return { shop, id, reference, move, show, hear, find, first, approve, decline };
  }

  const amounts = (pendingAmount: number, capturedAmount: number, onTheWay: number[]) => ({
    ...{ pendingAmount, capturedAmount, onTheWay, operation: undefined },
  });

  test('a capture that is approved and then declined returns to the pending amount', async () => {
    const { hear, approve, decline, show } = await onItsWay('capture', 3_000);
    await hear([approve, decline]);
    expect(await show()).toMatchObject(amounts(8_000, 2_000, []));
  });

  test.each([
    ['capture', amounts(5_000, 5_000, [])],
    ['void', amounts(5_000, 2_000, [])],
  ] as const)('a %s is found by the job, without an alarm before its time', async (kind, expected) => {
    const { find, show } = await onItsWay(kind, 3_000);
    await workAt(Date.now() + 13 * day);
    expect(errors()).toEqual([]);
    find.mockResolvedValue({ state: 'approved' });
    await workAt(Date.now() + 14.5 * day);
    expect(await show()).toMatchObject(expected);
  });

  test('a payment that is captured once waits for the capture that is on its way', async () => {
    const { id, move } = await onItsWay('capture', 3_000);
    await own.transact([
      { item: own.update(own.transactionKey(id), 'SET acquirer.manyCaptures = :no', { ':no': false }) },
    ]);
    for (const kind of ['capture', 'void'] as const)
      await expect(move(kind, 1_000)).rejects.toMatchObject({ faults: [{ field: 'amount' }] });
    expect(await move('refund', 1_000)).toHaveProperty('transaction');
  });

  test('a capture that decides whether its payment succeeds stays open until it is answered', async () => {
    const { find, first } = await onItsWay('capture', 3_000);
    expect(first).toHaveProperty('accepted');
    const until = Date.now() + day;
    find.mockResolvedValue({ state: 'accepted', until });
    const operation = { id: own.newId(), state: 'open', kind: 'capture', withPayment: true };
    await expect(own.recordAcceptance(operation as never, until)).rejects.toMatchObject({
      name: 'OperationOpen',
    });
  });
});
