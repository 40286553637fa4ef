import { postingsOf } from '#domain/ledger/postings.ts';
import { present } from '#presenters/line.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { sqsMessages } from '../sqs-messages.ts';
import { withRealMoney } from './real-money.ts';

const { messages, listen } = sqsMessages();

const live = withRealMoney(async () => {
  const variables = {
    MERCHANTS_URL: 'https://sqs.example/1/m',
    ACQUIRER_EVENTS_URL: 'https://sqs.example/1/a',
  };
  Object.assign(process.env, variables, {
    ...{ AWS_ENDPOINT_URL_SQS: await listen(), RECONCILIATION_SECONDS: '0' },
  });
  return {
    ...(await import('../../../functions/core/acquirer/registry.ts')),
    ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
    ...(await import('../../../functions/core/store/reconciliation/reconciliations.ts')),
    ...(await import('../../../functions/core/store/ledger/lines.ts')),
    ...(await import('../../../functions/core/store/table/list.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/disputes/alerts.ts')),
    ...(await import('../../../functions/core/store/ledger/payouts.ts')),
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/usecases/accounts/retire-account.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-account-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/follow-disputes.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
    ...(await import('../../../functions/core/usecases/reconciliation/close-case.ts')),
    ...(await import('../../../functions/core/usecases/reconciliation/review-figures.ts')),
    ...(await import('../../../functions/core/usecases/reconciliation/review-cases.ts')),
    job: (await import('../../../functions/jobs/reconcile.ts')).handler,
  };
});
const { own } = live;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const hour = 60 * 60 * 1000;

const runOf = (message: Record<string, unknown>) =>
  own.job({ Records: [{ messageId: 'a', body: JSON.stringify(message) }] } as Parameters<typeof own.job>[0]);

/** Runs the job with a message, and then with the messages that the job sends to itself. @returns all these messages */
async function night(merchantId: string, ahead = 2 * hour): Promise<Record<string, unknown>[]> {
  const seen: Record<string, unknown>[] = [];
  const time = new Date(Date.now() + ahead).toISOString();
  let next: Record<string, unknown> | undefined = { time, merchantId };
  while (next && seen.length < 20) {
    seen.push(next);
    expect(await runOf(next)).toEqual({ batchItemFailures: [] });
    next = messages.shift();
  }
  return seen;
}

const pagesOf = (account: string | undefined): number =>
  live.stripe.seen.filter((one) => one.account === account && one.path.endsWith('/balance_transactions'))
    .length;

test('the nightly job works only on merchants of real money', async () => {
  const { merchant } = await live.shop();
  const other = someMerchant({ test: true });
  await own.createMerchant(other, { id: own.newId(), name: null });
  await own.job({ time: new Date().toISOString() });
  const listed = messages.map(({ merchantId }) => merchantId);
  expect([listed.includes(merchant.id), listed.includes(other.id)]).toEqual([true, false]);
});

test('each account of a merchant is compared once in a night, also if another one takes many runs', async () => {
  const { merchant, account } = await live.shop();
  const other = { acquirer: 'stripe', account: `${account.account}_2` };
  await own.setAcquirer(merchant, other, true, {});
  for (const at of [account, other])
    for (let n = 1; n <= 201; n++) live.stripe.book({ type: 'stripe_fee', amount: -n }, at.account);
  const runs = await night(merchant.id);
  expect(runs.length).toBeLessThan(20);
  const last = runs.at(-1)?.compared as string[];
  expect(last.sort()).toEqual([`stripe#${account.account}`, `stripe#${other.account}`]);
  for (const { account: name } of [account, other]) {
    // The requests are for three pages of entries, and for the entries younger than an hour: two reads for the opening
    // balance, and one or two for the comparison of the balance, as Florin reads again after a difference.
    expect(pagesOf(name)).toBeLessThanOrEqual(3 + 2 + 2);
    const books = { acquirer: 'stripe', account: name };
    expect((await own.readWalk(books, 'nights')).walk).toBeUndefined();
  }
});

test('an account that is too busy for a comparison of balances does not fail the job, and has no case', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 5 * hour);
  const { merchant, account } = await live.shop();
  clock.mockRestore();
  await night(merchant.id, 0);
  // These entries are younger than an hour, and have no line. The job has time for only one page of these entries.
  for (let n = 1; n <= 301; n++) live.stripe.book({ type: 'stripe_fee', amount: -n }, account.account);
  const before = pagesOf(account.account);
  const accounts = await own.accountsOf(merchant);
  await own.reviewCases(merchant, accounts, Date.now(), Date.now() - 1);
  expect(pagesOf(account.account) - before).toBe(1);
  expect(await own.listCases(merchant.id)).toEqual([]);
  // With enough time, the job compares the same balances and finds that they agree.
  await own.reviewCases(merchant, accounts, Date.now());
  expect(pagesOf(account.account) - before).toBe(1 + 4);
  expect(await own.listCases(merchant.id)).toEqual([]);
});

test('an earlier account that its owner has disconnected fails the run, after the rest of the night’s work', async () => {
  const { merchant, account: earlier } = await live.shop();
  const present = { acquirer: 'stripe', account: `${earlier.account}_2` };
  await own.setAcquirer(merchant, present, true, {});
  live.stripe.settings(earlier.account).disconnected = true;
  const why = 'Nobody has settled it yet';
  const open = {
    kind: 'entry',
    reference: 'txn_open',
    account: present,
    amount: 5,
    currency: 'EUR',
  } as const;
  await own.keepCase(merchant.id, { ...open, why });
  const payout = live.stripe.payOut(100, present.account);
  let next: Record<string, unknown> | undefined = {
    time: new Date(Date.now() + 2 * hour),
    merchantId: merchant.id,
  };
  let answer: unknown;
  while (next?.merchantId) {
    answer = await runOf(next);
    next = messages.shift();
  }
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
  expect(jest.mocked(process.stdout.write).mock.calls.join()).toContain(why);
  expect(next).toMatchObject({ type: 'payout.changed', reference: payout });
});

/**
 * Runs a whole night.
 *
 * @param days how far ahead the job's clock and the acquirer's are
 * @returns the events that the night has queued, in order
 */
async function eventsOfNight(merchantId: string, days = 0): Promise<Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = [];
  const time = new Date(Date.now() + 2 * hour + days * 24 * hour);
  let next: Record<string, unknown> | undefined = { time, merchantId };
  for (; next; next = messages.shift()) {
    if (next.type) events.push(next);
    else expect(await runOf(next)).toEqual({ batchItemFailures: [] });
  }
  return events;
}

/** Applies the events that a night of some day has queued. @returns the number of these events */
async function applyNight(merchantId: string, days: number): Promise<number> {
  const events = await eventsOfNight(merchantId, days);
  for (const event of events)
    await own.applyAcquirerEvent(event as unknown as Parameters<typeof own.applyAcquirerEvent>[0]);
  return events.length;
}

/** Has something happen at the acquirer after some days, without an event. */
function later(days: number, happen: () => unknown): void {
  live.ahead = days * 24 * hour;
  happen();
  live.ahead = 0;
}

describe('a night finds a change whose event is lost, long after its beginning:', () => {
  test('a refund fails after 40 days', async () => {
    const shop = await live.shop();
    const { account } = shop.account;
    const { id, reference } = await live.authorized(shop);
    live.stripe.capture(reference, 10_000, account);
    const refund = live.stripe.refund(reference, 3000, account);
    await applyNight(shop.merchant.id, 0);
    expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 10_000, refundedAmount: 3000 });
    later(40, () => live.stripe.failRefund(refund, account));
    await applyNight(shop.merchant.id, 40);
    expect(await live.transactionOf(id)).toMatchObject({ refundedAmount: 0 });
    expect(await own.listCases(shop.merchant.id)).toEqual([]);
  });

  test.each([
    ['failed', 'paid', 20],
    ['paid', 'in_transit', 20],
    ['canceled', 'pending', 99],
  ] as const)('a payout becomes %s, and was %s, after %d days', async (status, before, days) => {
    const shop = await live.shop();
    const { account } = shop.account;
    live.stripe.book({ type: 'stripe_fee', amount: 500 }, account);
    const payout = live.stripe.payOut(300, account);
    if (before !== 'pending') live.stripe.sendPayout(payout, account);
    if (before === 'paid') live.stripe.endPayout(payout, 'paid', account);
    await applyNight(shop.merchant.id, 0);
    const stored = async () =>
      (await own.getPayout((await own.lineOfBalanceTransaction('stripe', payout)) ?? ''))?.status;
    expect(await stored()).toBe(before);
    later(days, () => live.stripe.endPayout(payout, status, account));
    expect(await applyNight(shop.merchant.id, days)).toBe(1);
    expect(await stored()).toBe(status);
    // Only the acquirer's clock is ahead, so that both sides disagree about what is pending.
    const kinds = (await own.listCases(shop.merchant.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'pending')).toEqual([]);
    expect(await applyNight(shop.merchant.id, days)).toBe(0);
  });

  test('a dispute is lost, and an inquiry is closed, after 210 days', async () => {
    const shop = await live.shop();
    const { account } = shop.account;
    const opened = async (status: string) => {
      const { id, reference } = await live.authorized(shop);
      live.stripe.capture(reference, 10_000, account);
      const dispute = live.stripe.dispute(reference, { amount: 400, status }, account);
      const stored = async () =>
        (await own.firstOf(own.listAlerts('dispute', shop.merchant.id, id, { limit: 1 }), 1))[0]?.status;
      return { dispute, stored };
    };
    const [dispute, inquiry] = [await opened('needs_response'), await opened('warning_needs_response')];
    await applyNight(shop.merchant.id, 0);
    await applyNight(shop.merchant.id, 0);
    const stored = () => Promise.all([dispute.stored(), inquiry.stored()]);
    expect(await stored()).toEqual(['open', 'inquiry']);
    later(210, () => {
      live.stripe.closeDispute(dispute.dispute, 'lost', account);
      live.stripe.closeDispute(inquiry.dispute, 'warning_closed', account);
    });
    expect(await applyNight(shop.merchant.id, 210)).toBe(2);
    expect(await stored()).toEqual(['lost', 'inquiry_closed']);
    expect(await applyNight(shop.merchant.id, 210)).toBe(0);
  });
});

test('the nightly job finds an inquiry, a lost dispute and a new deadline whose events were missed', async () => {
  const shop = await live.shop();
  const { account } = shop.account;
  const [inquired, lost, delayed, closed] = [[], [], [], []].map(() => live.authorized(shop));
  const opened = async (paid: ReturnType<typeof live.authorized> | undefined, status: string) => {
    const { id = '', reference = '' } = (await paid) ?? {};
    live.stripe.capture(reference, 10_000, account);
    const dispute = live.stripe.dispute(reference, { amount: 400, status }, account);
    const stored = async () =>
      (await own.firstOf(own.listAlerts('dispute', shop.merchant.id, id, { limit: 1 }), 1))[0];
    return { reference, dispute, stored };
  };
  const inquiry = await opened(inquired, 'warning_needs_response');
  const [loss, delay, end] = await Promise.all([
    opened(lost, 'needs_response'),
    opened(delayed, 'needs_response'),
    opened(closed, 'warning_needs_response'),
  ]);
  // The night never queues a dispute that was prevented and did not cost anything.
  live.stripe.dispute(loss.reference, { amount: 400, status: 'prevented', booked: false }, account);
  // The night finds the captures, and the disputes whose money has left, in the books.
  for (const event of await eventsOfNight(shop.merchant.id))
    if (event.reference === end.dispute)
      await own.applyAcquirerEvent(event as unknown as Parameters<typeof own.applyAcquirerEvent>[0]);
  expect([await loss.stored(), await end.stored()]).toMatchObject([
    { status: 'open' },
    { status: 'inquiry' },
  ]);
  expect(await inquiry.stored()).toBeUndefined();
  live.stripe.closeDispute(loss.dispute, 'lost', account);
  live.stripe.closeDispute(end.dispute, 'warning_closed', account);
  live.stripe.disputeOf(delay.dispute, account).evidence_details.due_by += 86_400;
  const events = await eventsOfNight(shop.merchant.id);
  expect(events.map(({ reference }) => reference).sort()).toEqual(
    [inquiry, loss, delay, end].map(({ dispute }) => dispute).sort(),
  );
  for (const event of events)
    await own.applyAcquirerEvent(event as unknown as Parameters<typeof own.applyAcquirerEvent>[0]);
  expect([await inquiry.stored(), await loss.stored(), await end.stored()]).toMatchObject([
    { status: 'inquiry' },
    { status: 'lost' },
    { status: 'inquiry_closed' },
  ]);
  expect(await eventsOfNight(shop.merchant.id)).toEqual([]);
});

test.each([
  ['all pages of the disputes, as long as it has time', 1, ['dp_1', 'dp_2']],
  ['one page of the disputes without that time', -1, ['dp_1']],
])('the job reads %s, since the connection of the account or for half a year', async (_, left, heard) => {
  const shop = await live.shop();
  const { reference: payment } = await live.authorized(shop);
  const about = { payment, amount: 400, currency: 'EUR', due: '2026-12-01T00:00:00.000Z', figures: [] };
  const dispute = { ...about, status: 'inquiry', reason: { code: 83, title: 'Fraud' } } as const;
  const listed = jest
    .spyOn(own.acquirerOf(shop.account), 'listDisputes')
    .mockResolvedValueOnce({ disputes: [{ ...dispute, reference: 'dp_1' }], next: 'dp_1' })
    .mockResolvedValueOnce({ disputes: [{ ...dispute, reference: 'dp_2' }] });
  const now = Date.now();
  await own.followDisputes({ ...shop.account, connected: now - 1 }, shop.merchant.id, now, now + left * hour);
  expect(messages.splice(0).map(({ reference }) => reference)).toEqual(heard);
  expect(listed.mock.calls.map(([, since, cursor]) => [since, cursor])).toEqual(
    [undefined, 'dp_1'].slice(0, heard.length).map((cursor) => [now - 1, cursor]),
  );
  listed.mockResolvedValueOnce({ disputes: [] });
  await own.followDisputes({ ...shop.account, connected: 0 }, shop.merchant.id, now, now + hour);
  expect(listed).toHaveBeenLastCalledWith(shop.account.account, now - 180 * 24 * hour, undefined);
});

test('the job queues a dispute that is new, or has another amount, status or deadline, and no other', async () => {
  const shop = await live.shop();
  const { account } = shop;
  const { reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 10_000, account.account);
  await own.applyAcquirerEvent({ type: 'payment.changed', ...account, payment });
  const due = '2026-12-01T00:00:00.000Z';
  const about = {
    payment,
    amount: 400,
    currency: 'EUR',
    due,
    figures: [],
    reason: { code: 83, title: 'Fraud' },
  };
  const [known, other] = [{ ...about, status: 'open' } as const, { ...about, payment: 'pi_of_others' }];
  const acquirer = own.acquirerOf(account);
  jest.spyOn(acquirer, 'findDispute').mockResolvedValue(known);
  const reference = `dp_${payment}`;
  await own.applyAcquirerEvent({ type: 'dispute.changed', ...account, reference, payment });
  const disputes = [
    { ...known, reference },
    { ...known, reference, amount: 300 },
    { ...known, reference, status: 'lost' as const },
    { ...known, reference, due: '2026-12-02T00:00:00.000Z' },
    { ...known, reference: 'dp_new' },
    { ...known, reference: 'dp_prevented', status: 'won' as const },
    { ...other, reference: 'dp_of_others', status: 'open' as const },
    { ...known, reference: 'dp_of_none', payment: undefined },
  ];
  const listed = jest.spyOn(acquirer, 'listDisputes');
  const queued = [];
  for (const dispute of disputes) {
    listed.mockResolvedValueOnce({ disputes: [dispute] });
    await own.followDisputes({ ...account, connected: 0 }, shop.merchant.id, Date.now(), Date.now());
    queued.push(messages.splice(0).length);
  }
  expect(queued).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
});

test('the nightly job books an adjustment of a dispute that the dispute does not list', async () => {
  const shop = await live.shop();
  const { account } = shop.account;
  const { id, reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 10_000, account);
  const dispute = live.stripe.dispute(payment, { amount: 400 }, account);
  await eventsOfNight(shop.merchant.id);
  live.stripe.adjustDispute(dispute, -50, account);
  await eventsOfNight(shop.merchant.id);
  expect(await own.listCases(shop.merchant.id)).toEqual([]);
  const { trail } = (await own.getTransaction(id)) ?? { trail: [] };
  expect(trail.filter((entry) => entry.dispute).map(({ balance }) => balance)).toEqual([-1900, -50]);
});

test('a fee with an entry of its own is not a movement of a dispute, and its line names payment and dispute', async () => {
  const shop = await live.shop();
  const { account, merchant } = shop;
  const { id, reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 10_000, account.account);
  const dispute = live.stripe.dispute(payment, { amount: 400 }, account.account);
  await eventsOfNight(merchant.id);
  const fees = { 'Dispute countered fee': dispute, 'Radar (2026-10)': null };
  for (const [description, source] of Object.entries(fees))
    live.stripe.book({ type: 'stripe_fee', amount: -1500, source, description }, account.account);
  const [charge] = live.stripe.books(account.account).charges;
  live.stripe.book({ type: 'stripe_fx_fee', amount: -7, source: charge?.id }, account.account);
  await own.syncDispute(account, dispute);
  await eventsOfNight(merchant.id);
  expect(await own.listCases(merchant.id)).toEqual([]);
  const { trail } = await live.transactionOf(id);
  const moved = trail.filter((entry) => entry.dispute);
  expect(moved.map(({ balance }) => balance)).toEqual([-1900]);
  const disputeId = moved[0]?.dispute?.id;
  const lines: unknown[] = [];
  for await (const line of own.listLines(merchant.id, { limit: 10 })) {
    const parts = line.fees?.map(({ kind }) => kind);
    if (line.kind === 'dispute') expect(parts).toEqual(['dispute', 'tax']);
    if (line.kind === 'capture') expect(parts).toEqual(['processing', 'tax']);
    if (line.kind === 'adjustment') {
      const shown = present(line);
      const postings = postingsOf(line, 'EUR').map(({ account: name, amount }) => [name, amount]);
      lines.push([shown.amount.amount, shown.balance, shown.transactionId, shown.disputeId, postings]);
    } else
      expect([line.kind, line.disputeId]).toEqual([
        line.kind,
        line.kind === 'dispute' ? disputeId : undefined,
      ]);
  }
  const postings = (kind: string, amount: number) => [
    ['merchant:payable', -amount],
    [`fees:${kind}`, amount],
  ];
  expect(lines).toHaveLength(3);
  expect(lines).toEqual(
    expect.arrayContaining([
      [0, -1500, id, disputeId, postings('dispute', 1500)],
      [0, -1500, undefined, undefined, postings('service', 1500)],
      [0, -7, id, undefined, postings('exchange', 7)],
    ]),
  );
});

test('the nightly job finds a fraud warning whose event was lost, once, and none of payments of others', async () => {
  const shop = await live.shop();
  const { account } = shop.account;
  const { reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 10_000, account);
  live.stripe.warn(payment, 'made_with_stolen_card', account);
  live.stripe.warn(live.stripe.foreign(500, account), 'misc', account);
  const events = await eventsOfNight(shop.merchant.id);
  const found = events.filter(({ type }) => type === 'fraud.reported');
  expect(found).toMatchObject([{ payment, reason: 6, account, acquirer: 'stripe' }]);
  for (const event of found)
    await own.applyAcquirerEvent(event as unknown as Parameters<typeof own.applyAcquirerEvent>[0]);
  const again = await eventsOfNight(shop.merchant.id);
  expect(again.filter(({ type }) => type === 'fraud.reported')).toEqual([]);
});

test('another run reads the remaining pages of fraud warnings, and no disputes again', async () => {
  const shop = await live.shop();
  const acquirer = own.acquirerOf(shop.account);
  const pages: (string | undefined)[] = [];
  jest.spyOn(acquirer, 'listFraudWarnings').mockImplementation(async (_, __, cursor) => {
    pages.push(cursor);
    return { warnings: [], next: pages.length < 3 ? `issfr_${pages.length}` : undefined };
  });
  const disputes = jest.spyOn(acquirer, 'listDisputes');
  await eventsOfNight(shop.merchant.id);
  expect([pages, disputes.mock.calls.length]).toEqual([[undefined, 'issfr_1', 'issfr_2'], 1]);
});

test('another run reads the pages of disputes for which the first run has no time, and does nothing else', async () => {
  const shop = await live.shop();
  const { reference: payment } = await live.authorized(shop);
  const about = { payment, amount: 400, currency: 'EUR', due: '2026-12-01T00:00:00.000Z', figures: [] };
  const dispute = { ...about, status: 'inquiry', reason: { code: 83, title: 'Fraud' } } as const;
  const acquirer = own.acquirerOf(shop.account);
  const pages: (string | undefined)[] = [];
  jest.spyOn(acquirer, 'listDisputes').mockImplementation(async (_, __, cursor) => {
    pages.push(cursor);
    const reference = `dp_${pages.length}`;
    return { disputes: [{ ...dispute, reference }], next: pages.length < 3 ? reference : undefined };
  });
  const payouts = jest.spyOn(acquirer, 'listPayouts');
  const events = await eventsOfNight(shop.merchant.id);
  expect(events.map(({ reference }) => reference)).toEqual(['dp_1', 'dp_2', 'dp_3']);
  expect([pages, payouts.mock.calls.length]).toEqual([[undefined, 'dp_1', 'dp_2'], 1]);
});

test('the nightly job finds that an account takes payments again, or that its owner has disconnected it', async () => {
  const { merchant, account } = await live.shop();
  const settings = live.stripe.settings(account.account);
  const blocked = async () => (await own.findMerchant(merchant.id))?.acquirer?.blocked;
  settings.chargesEnabled = false;
  await own.applyAccountEvent(account);
  expect(await blocked()).toBe('charges disabled');
  settings.chargesEnabled = true;
  await night(merchant.id);
  expect(await blocked()).toBeFalsy();
  settings.disconnected = true;
  await runOf({ time: new Date(Date.now() + 2 * hour), merchantId: merchant.id });
  expect(await blocked()).toBe('no access');
});

describe('an account that an operator has retired', () => {
  const reason = { by: 'Ada', note: 'The owner has left' };

  /** Makes a merchant whose earlier account has kept EUR 98.25, and was compared before its owner disconnected it. */
  async function left() {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 5 * hour);
    const shop = await live.shop();
    const { reference } = await live.authorized(shop);
    clock.mockRestore();
    const { merchant, account: earlier } = shop;
    live.stripe.capture(reference, 10_000, earlier.account);
    await night(merchant.id);
    const present = { acquirer: 'stripe', account: `${earlier.account}_2` };
    await own.setAcquirer(merchant, present, true, {});
    live.stripe.settings(earlier.account).disconnected = true;
    const open = async () => (await own.listCases(merchant.id)).filter(({ state }) => state === 'open');
    return { ...shop, earlier, present, open };
  }

  test('a retired account does not fail the nightly job, and leaves its money as a case that is settled once', async () => {
    const { merchant, earlier, present, open } = await left();
    await own.retireAccount(merchant.id, earlier, reason);
    const before = pagesOf(earlier.account);
    await night(merchant.id);
    expect(pagesOf(earlier.account)).toBe(before);
    const [known, ...others] = await open();
    expect([known, others]).toMatchObject([{ kind: 'balance', currency: 'EUR', amount: -9825 }, []]);
    const name = `balance:${known?.reference}`;
    await own.closeCase(merchant, name, { as: 'adjusted', ...reason });
    await night(merchant.id);
    expect(await open()).toEqual([]);
    // The job still finds a difference at the present account.
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_of_others' }, present.account);
    await night(merchant.id);
    expect(await open()).toMatchObject([{ kind: 'entry', amount: 700 }]);
  });

  test('a retired account is not asked whether it takes payments because its refusal would raise an alarm', async () => {
    const { merchant, account } = await live.shop();
    live.stripe.settings(account.account).disconnected = true;
    await own.setAcquirer(merchant, account, false, {});
    await own.retireAccount(merchant.id, account, reason);
    jest.mocked(process.stdout.write).mockClear();
    await night(merchant.id);
    expect((await own.findMerchant(merchant.id))?.acquirer?.blocked).toBeUndefined();
    expect(jest.mocked(process.stdout.write).mock.calls.join()).not.toContain('AcquirerRefusals');
  });

  test('a retired account is not asked for the balance transactions of its lines', async () => {
    const { merchant, earlier, open } = await left();
    await own.retireAccount(merchant.id, earlier, reason);
    const line = {
      id: own.newId(Date.now() + hour / 2),
      merchantId: merchant.id,
      test: false,
      balance: 5,
      fee: 0,
    };
    const acquirer = { reference: 'txn_nowhere' };
    const amount = { currency: 'EUR', amount: 5 };
    await own.transact([
      own.nameBalanceTransaction('stripe', acquirer.reference, line.id),
      own.putLine({ ...line, kind: 'adjustment', amount, acquirer }),
    ]);
    const seen = () => live.stripe.seen.filter(({ account }) => account === earlier.account).length;
    const before = seen();
    await night(merchant.id, 3 * hour);
    expect(seen()).toBe(before);
    expect((await open()).filter(({ kind }) => kind === 'line')).toEqual([]);
  });
});

test('figures that a disconnected account owes become a case, which is gone once the figures are known', async () => {
  const shop = await live.shop();
  const { id, reference: payment } = await live.authorized(shop);
  const before = await live.transactionOf(id);
  const { operation } = await own.openLiveMovement(before, 'capture', { amount: 500 }, undefined);
  await own.recordMovementOutcome({ operation, outcome: { state: 'approved' } });
  live.stripe.settings(shop.account.account).disconnected = true;
  const days = (count: number) => Date.now() + count * 24 * hour;
  await own.reviewFigures(shop.merchant, days(6), days(1));
  expect(await own.listCases(shop.merchant.id)).toEqual([]);
  // The nightly job finds them, although it cannot compare the account.
  const failed = await runOf({ time: new Date(days(8)).toISOString(), merchantId: shop.merchant.id });
  expect(failed).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
  const states = async () =>
    (await own.listCases(shop.merchant.id)).map(({ kind, source, state }) => [kind, source, state]);
  expect(await states()).toEqual([['figures', id, 'open']]);
  await own.reviewCases(shop.merchant, [], Date.now());
  expect(await states()).toEqual([['figures', id, 'open']]);
  const figures = { reference: `txn_of_${id}`, currency: 'EUR', net: 490, fee: 10 };
  const answered = { type: 'movement.answered', ...shop.account, payment, operation: operation.id } as const;
  await own.applyAcquirerEvent({ ...answered, answer: { state: 'approved', figures } });
  await own.reviewCases(shop.merchant, [], Date.now());
  expect(await states()).toEqual([['figures', id, 'gone']]);
});
