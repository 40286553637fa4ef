import type { Caller } from '../../../functions/core/domain/caller.ts';
import type { Term } from '../../../functions/core/domain/console/search.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import type { BooksCase } from '../../../functions/core/domain/ledger/books.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type {
  AuthorizationOperation,
  MovementOperation,
} from '../../../functions/core/store/transactions/operations.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/cards/accounts.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
  ...(await import('../../../functions/core/store/ledger/rates.ts')),
  ...(await import('../../../functions/core/store/reconciliation/reconciliations.ts')),
  ...(await import('../../../functions/core/store/reconciliation/acquirer-references.ts')),
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/store/merchants/apps.ts')),
  ...(await import('../../../functions/core/store/merchants/logos.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/merchants/user-merchants.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/store/webhooks/post-counts.ts')),
  ...(await import('../../../functions/core/store/mail/receipts.ts')),
  ...(await import('../../../functions/core/store/mail/summaries.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/list.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/merchants/founders.ts')),
  ...(await import('../../../functions/core/store/merchants/member-notices.ts')),
}));

test('getAll reads more items than one request to DynamoDB allows, and each item once', async () => {
  const keys = Array.from({ length: 205 }, () => store.lineKey(newId()));
  const stored = [0, 99, 100, 150, 204].map((n) => keys[n]).filter((key) => key !== undefined);
  await store.transact(stored.map((key) => ({ item: store.put({ ...key }) })));
  const read = await store.getAll([...keys, ...stored]);
  expect(read.map(({ pk }) => pk).sort()).toEqual(stored.map(({ pk }) => pk).sort());
});

test.each([
  ['first', {}],
  ['later', { disputes: true, summary: true }],
])('two members who choose different mails of a merchant at once keep both %s choices', async (_, before) => {
  const app = { kind: 'app', id: newId() } as const;
  const merchant = { ...someMerchant(), key: newId() };
  await store.createMerchant(merchant, { id: app.id, name: null });
  if (Object.keys(before).length > 0) await store.updateMerchant(merchant, app, { notifications: before });
  const read = await store.findMerchant(merchant.id);
  if (!read) throw new Error('No merchant');
  await store.updateMerchant(read, app, { name: 'Tea', notifications: { disputes: false } });
  await store.updateMerchant(read, app, { notifications: { payouts: true } });
  await store.updateMerchant({ ...read, notifications: {} }, app, { notifications: {} });
  const expected = { name: 'Tea', notifications: { ...before, disputes: false, payouts: true } };
  expect(await store.findMerchant(merchant.id)).toMatchObject(expected);
  expect(await store.merchantOfKey(merchant.key)).toMatchObject(expected);
});

/** Has DynamoDB leave all keys of the first requests unprocessed. @returns the keys that each request asks for */
function leaveUnprocessed(requests: number): string[][] {
  const asked: string[][] = [];
  store.proxy.instead = (_, body) => {
    const { Keys } = JSON.parse(body).RequestItems.table;
    asked.push(Keys.map(({ pk }: { pk: { S: string } }) => pk.S));
    if (asked.length > requests) return undefined;
    const answer = { Responses: {}, UnprocessedKeys: { table: { Keys } } };
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  };
  return asked;
}

test('getAll reads unprocessed keys with the next batch', async () => {
  const keys = Array.from({ length: 3 }, () => store.lineKey(newId()));
  await store.transact(keys.map((key) => ({ item: store.put({ ...key }) })));
  const asked = leaveUnprocessed(1);
  const read = await store.getAll(keys);
  store.proxy.instead = undefined;
  const all = keys.map(({ pk }) => pk);
  expect([asked, read.map(({ pk }) => pk).sort()]).toEqual([[all, all], [...all].sort()]);
});

test('getAll waits between requests that leave keys unprocessed, and gives up in time', async () => {
  const asked = leaveUnprocessed(Number.POSITIVE_INFINITY);
  const start = Date.now();
  // Each request takes a second.
  jest.spyOn(Date, 'now').mockImplementation(() => start + asked.length * 1000);
  await expect(store.getAll([store.lineKey(newId())])).rejects.toMatchObject({ name: 'Unavailable' });
  jest.restoreAllMocks();
  store.proxy.instead = undefined;
  expect(asked.length).toBeLessThan(12);
});

test('a transaction stores each receipt address once, and at most three addresses', async () => {
  const id = newId();
  const ask = (address: string) =>
    store.askForReceipt(id, address, { merchantId: newId(), language: 'en', locale: 'en' });
  for (const address of ['a@example.com', 'A@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
    await ask(address);
  const { addresses = new Set() } = (await store.getReceipts(id)) ?? {};
  expect([...addresses].sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
});

test('a logo that was stored just now is found, even if an eventually consistent read lacks it', async () => {
  const [key, image] = [newId(), Buffer.from('png')];
  await store.transact([store.putLogo(key, { name: 'new', image })]);
  store.proxy.instead = (_, body) =>
    JSON.parse(body).ConsistentRead ? undefined : { status: 200, headers: {}, body: '{}' };
  const found = [await store.getLogo(key, 'new'), await store.getLogo(key, 'old')];
  store.proxy.instead = undefined;
  expect(found).toEqual([new Uint8Array(image), undefined]);
});

test('reads that decide about money or access are strongly consistent', async () => {
  const asked: { ConsistentRead?: boolean; RequestItems?: { table: object } }[] = [];
  store.proxy.instead = (_, body) => void asked.push(JSON.parse(body));
  await store.queryPartition('line#none');
  await store.getAll([store.lineKey(newId())]);
  await store.get(store.lineKey(newId()));
  await store.getTransactionState(newId());
  await store.readTrailParts(newId());
  const image = { ...store.transactionKey(newId()), entries: 0 };
  await store.transactionOfImage(image);
  await store.paymentsOf(newId(), 1);
  store.proxy.instead = undefined;
  expect(asked.map(({ RequestItems, ...request }) => RequestItems?.table ?? request)).toEqual(
    Array(7).fill(expect.objectContaining({ ConsistentRead: true })),
  );
});

test('a query with an empty prefix fails, as DynamoDB refuses it and the local engine does not', () =>
  expect(store.queryPartition('line#none', '')).rejects.toThrow('Empty key'));

test('sorted lists are merged into one sorted list, ascending or descending', async () => {
  async function* of(...ids: string[]) {
    yield* ids;
  }
  const merged = async (lists: string[][], slice: object) => {
    const all: string[] = [];
    const generators = lists.map((ids) => of(...ids));
    for await (const id of store.merge(generators, (each) => each, { limit: 9, ...slice })) all.push(id);
    return all.join('');
  };
  expect(await merged([['e', 'b'], ['d', 'c', 'a'], []], {})).toBe('edcba');
  expect(await merged([['b', 'e'], ['a', 'c', 'd'], []], { after: '0' })).toBe('abcde');
});

test('countPost allows only so many posts a day, and its count expires after two days', async () => {
  const whose = newId();
  const counted = [];
  for (let n = 0; n < 3; n++) counted.push(await store.countPost(whose, 2));
  expect(counted).toEqual([true, true, false]);
  const today = new Date().toISOString().slice(0, 10);
  const count = await store.get<{ pk: string; sk: string; expires: number }>(
    store.postCountKey(whose, today),
  );
  const days = ((count?.expires ?? 0) * 1000 - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(2);
});

test('a walk through an account’s books continues from the saved state, which only one run can replace', async () => {
  const account = { acquirer: 'stripe', account: 'acct_walk' } as const;
  const walk = { since: 1, until: 9, phase: 'lines', cursor: 'line 7', sums: { EUR: 5 } } as const;
  const begun = await store.readWalk(account, 'nights');
  expect(begun).toEqual({ version: 0 });
  const first = await store.saveWalk(account, 'nights', { ...begun, walk });
  expect(await store.readWalk(account, 'nights')).toEqual({ walk, version: 1 });
  expect(first).toEqual({ walk, version: 1 });
  // Another run has saved the state since this run read it.
  expect(await store.saveWalk(account, 'nights', { ...begun, through: 3 })).toBeUndefined();
  const again = { ...walk, cursor: 'line 8' };
  await store.saveWalk(account, 'nights', { ...first, walk: again, version: 1 });
  expect(await store.saveWalk(account, 'nights', { walk, version: 1 })).toBeUndefined();
  expect(await store.readWalk(account, 'nights')).toEqual({ walk: again, version: 2 });
  expect(await store.readWalk(account, 'of May')).toEqual({ version: 0 });
});

test('a case that is found again is open, unless an operator has explained the case', async () => {
  const merchantId = newId();
  const found: BooksCase = {
    kind: 'entry',
    reference: 'txn_1',
    account: { acquirer: 'stripe', account: 'acct_case' },
    why: 'Its payment is unknown',
    amount: 700,
    currency: 'EUR',
  };
  const [start, later] = [Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-02T00:00:00Z')];
  const known = () => store.getCase(merchantId, 'entry:txn_1');
  expect(await store.keepCase(merchantId, found, start)).toBe(true);
  expect(await store.keepCase(merchantId, found, later)).toBe(true);
  const seen = { firstSeen: '2026-11-01T00:00:00.000Z', lastSeen: '2026-11-02T00:00:00.000Z' };
  expect(await known()).toMatchObject({ ...found, ...seen, state: 'open' });
  await store.transact([store.endCase(merchantId, found, 'gone')]);
  expect(await store.keepCase(merchantId, found)).toBe(true);
  expect(await known()).toMatchObject({ state: 'open' });
  await store.transact([store.endCase(merchantId, found, 'explained')]);
  expect(await store.keepCase(merchantId, found)).toBe(false);
  expect(await known()).toMatchObject({ state: 'explained' });
  await expect(store.transact([store.endCase(merchantId, found, 'gone')])).rejects.toThrow('is not open');
});

function someOperation(): MovementOperation {
  const since = Date.now();
  return {
    ...{ id: newId(), transactionId: newId(), merchantId: newId(), kind: 'capture', state: 'open' },
    ...{ amount: 100, currency: 'EUR', since, due: since, attempts: 0, final: true, untouched: true },
    account: { acquirer: 'stripe', account: 'acct_1' },
    payment: { reference: 'pi_1', manyCaptures: true },
    entries: [],
  };
}

test('closing or revising a withdrawn operation fails with OperationOpen', async () => {
  const operation = someOperation();
  await store.transact([store.openOperation(operation)]);
  await store.transact([store.withdrawOperation(operation)]);
  const closed = { ...operation, state: 'approved' } as const;
  await expect(store.transact([store.closeOperation(closed)])).rejects.toMatchObject({
    name: 'OperationOpen',
  });
  await expect(store.reviseOperation(operation, { due: 1 })).rejects.toMatchObject({ name: 'OperationOpen' });
});

test('a revised operation cannot be withdrawn, and only one run can make a revision', async () => {
  const operation = someOperation();
  await store.transact([store.openOperation(operation)]);
  const revised = await store.reviseOperation(operation, { attempts: 1 });
  expect(await store.getOperation(operation.id)).toEqual({ ...operation, attempts: 1, revision: 1 });
  await expect(store.reviseOperation(operation, { attempts: 2 })).rejects.toMatchObject({
    name: 'StaleRead',
  });
  await expect(store.transact([store.withdrawOperation(revised)])).rejects.toMatchObject({
    name: 'OperationOpen',
  });
  expect(await store.reviseOperation(revised, { attempts: 2 })).toMatchObject({ revision: 2 });
});

test('an operation is opened and closed once', async () => {
  const operation = someOperation();
  const write = (item: ReturnType<typeof store.openOperation>) => store.transact([item]);
  await write(store.openOperation(operation));
  const again = { ...operation, amount: 200 };
  await expect(write(store.openOperation(again))).rejects.toMatchObject({ name: 'OpenedBefore', operation });
  const closed = { ...operation, state: 'declined' } as const;
  await write(store.closeOperation(closed));
  await expect(write(store.closeOperation({ ...operation, state: 'approved' }))).rejects.toMatchObject({
    ...{ name: 'ClosedBefore', operation: closed },
  });
  await expect(write(store.withdrawOperation(operation))).rejects.toMatchObject({ name: 'OperationOpen' });
  await expect(store.reviseOperation(operation, { due: 1 })).rejects.toMatchObject({ name: 'ClosedBefore' });
  expect(await store.getOperation(operation.id)).toEqual(closed);
});

test('an authorization that was given up can be declined, and not approved', async () => {
  const operation = { ...someOperation(), kind: 'authorize' } as unknown as AuthorizationOperation;
  await store.transact([store.openOperation(operation)]);
  const givenUp = await store.reviseOperation(operation, { withdrawn: true });
  const close = (state: 'approved' | 'declined') =>
    store.transact([store.closeOperation({ ...operation, state })]);
  await expect(close('approved')).rejects.toMatchObject({ name: 'StaleRead', now: givenUp });
  await close('declined');
});

test('a change of the acquirer’s answer is booked once, and only after the answer', async () => {
  const operation = someOperation();
  const overturn = () => store.transact([store.overturnOperation(operation)]);
  const isClosedBefore = { name: 'ClosedBefore' };
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
  await store.transact([store.openOperation(operation)]);
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
  await store.transact([store.closeOperation({ ...operation, state: 'approved' })]);
  expect(await store.isOverturned(operation.id)).toBe(false);
  await overturn();
  expect(await store.isOverturned(operation.id)).toBe(true);
  await expect(overturn()).rejects.toMatchObject(isClosedBefore);
});

test('an account at an acquirer belongs to one merchant, and so does each payment and balance transaction', async () => {
  const [one, other] = [someMerchant({ test: false }), someMerchant({ test: false })];
  const account = { acquirer: 'stripe', account: `acct_${newId()}` } as const;
  await store.setAcquirer(one, account, true, {});
  await store.setAcquirer(one, account, false, {});
  await expect(store.setAcquirer(other, account, true, {})).rejects.toMatchObject({ name: 'Conflict' });
  expect(await store.merchantOfAccount(account)).toBe(one.id);
  const reference = newId();
  const [first, second] = [newId(), newId()];
  await store.transact([store.namePayment('stripe', reference, first)]);
  await expect(store.transact([store.namePayment('stripe', reference, second)])).rejects.toMatchObject({
    name: 'Conflict',
  });
  await store.transact([store.nameBalanceTransaction('stripe', reference, first)]);
  await expect(store.transact([store.nameBalanceTransaction('stripe', reference, second)])).rejects.toThrow(
    `${reference} has a line already`,
  );
  expect([
    await store.transactionOfPayment('stripe', reference),
    await store.lineOfBalanceTransaction('stripe', reference),
  ]).toEqual([first, first]);
});

test('paymentsOf lists the newest payments of a link, up to the limit', async () => {
  const link = newId();
  const payments = [1, 2, 3].map((second) => newId(second * 1000));
  for (const id of payments) await store.transact(store.payLink(link, id).slice(1));
  const [first, second, third] = payments;
  expect(await store.paymentsOf(link, 2)).toEqual([third, second]);
  expect(await store.paymentsOf(link, 9)).toEqual([third, second, first]);
});

test('foundedBy lists the test merchants that the app made, without those to which the app was added', async () => {
  const [own, other, live] = [someMerchant(), someMerchant(), someMerchant({ test: false })];
  const [maker, another] = [
    { id: newId(), name: null },
    { id: newId(), name: null },
  ];
  await store.createMerchant(own, maker);
  await store.createMerchant(live, maker);
  await store.createMerchant(other, another);
  await store.addApp(other, { kind: 'app', id: another.id }, maker, []);
  const founded = async () => {
    const ids: string[] = [];
    for await (const id of store.foundedBy(maker.id)) ids.push(id);
    return ids;
  };
  expect(await founded()).toEqual([own.id]);
  // Clients add an app without asking whether it is a member.
  await store.addApp(own, { kind: 'app', id: maker.id }, another, []);
  await store.addApp(own, { kind: 'app', id: another.id }, maker, []);
  expect([await founded(), await store.founderOf(own.id)]).toEqual([[own.id], maker.id]);
  expect((await store.membershipOf(own.id, { kind: 'app', id: another.id }))?.id).toBe(another.id);
});

test('the standing of a caller is its own, or that of the app that made the merchant', async () => {
  const merchant = someMerchant();
  const [maker, member, user] = [newId(), newId(), newId()];
  await store.createMerchant(merchant, { id: maker, name: null });
  await store.addApp(merchant, { kind: 'app', id: maker }, { id: member, name: null }, []);
  const standing = (kind: 'app' | 'user', id: string) =>
    store.standingOf(merchant.id, { kind, id } as Caller);
  expect([await standing('app', member), await standing('user', user)]).toEqual([member, maker]);
  await store.removeMember(merchant.id, { kind: 'app', id: maker }, { kind: 'app', id: maker });
  expect(await standing('user', user)).toBe(user);
});

test('the merchants of a user are the live and the test ones, without those that have removed the user', async () => {
  const [live, test, left] = [someMerchant({ test: false }), someMerchant(), someMerchant()];
  const [app, user] = [{ kind: 'app', id: newId() } as const, { kind: 'user', id: newId() } as const];
  const email = `${user.id}@example.com`;
  for (const [n, merchant] of [live, test, left].entries()) {
    await store.createMerchant({ ...merchant, key: newId() }, { id: app.id, name: null });
    const membership = { merchantId: merchant.id, merchant: 'Shop', test: merchant.test };
    const invited = { ...membership, id: user.id, email, invitedBy: app.id, role: 'support' as const };
    await store.addUser(invited, app, n === 0, []);
  }
  const { pk, sk } = store.membershipKey(left.id, user);
  const list = { listPk: store.merchantsOf(user, true).pk, listSk: left.id };
  await store.removeMember(left.id, app, user);
  // The index still shows the membership.
  await store.transact([{ item: store.put({ pk: `late ${pk}`, sk, merchantId: left.id, ...list }) }]);
  const found = await store.merchantsOfUser(user.id);
  expect(found.map(({ merchant, role }) => [merchant.id, role])).toEqual([
    [live.id, 'support'],
    [test.id, 'support'],
  ]);
});

test('a stranger who invites a user to many new merchants does not hide the earlier ones', async () => {
  const user = { kind: 'user', id: newId() } as const;
  const time = Date.parse('2026-03-13T12:30:00Z');
  const ids = Array.from({ length: 250 }, (_, n) => newId(time + n));
  const { pk: listPk } = store.merchantsOf(user, false);
  const listed = (merchantId: string) => ({
    item: store.put({ ...store.membershipKey(merchantId, user), merchantId, listPk, listSk: merchantId }),
  });
  const seen = async () => (await store.membershipsOfUser(user.id)).map(({ merchantId }) => merchantId);
  await store.transact(ids.slice(0, 100).map(listed));
  expect(await seen()).toEqual(ids.slice(0, 100).reverse());
  await store.transact(ids.slice(100, 150).map(listed));
  expect(await seen()).toEqual(ids.slice(0, 150).reverse());
  await store.transact(ids.slice(150).map(listed));
  expect(await seen()).toEqual([...ids.slice(0, 100), ...ids.slice(150)].reverse());
});

test('the accounts of a merchant at acquirers are the present one and all that it had', async () => {
  const merchant = someMerchant({ test: false });
  const [old, first, second] = ['old', 'first', 'second'].map((name) => `acct_${name}_${newId()}`);
  expect(await store.accountsOf(merchant)).toEqual([]);
  // An earlier version has connected this account, without the time.
  const before = { ...merchant, acquirer: { acquirer: 'stripe', account: old, disabled: true } } as Merchant;
  expect(await store.accountsOf(before)).toEqual([{ acquirer: 'stripe', account: old, connected: 0 }]);
  let now = before;
  for (const account of [first, second]) {
    await store.setAcquirer(now, { acquirer: 'stripe', account } as never, true, {});
    now = { ...merchant, acquirer: { acquirer: 'stripe', account } } as Merchant;
  }
  const accounts = await store.accountsOf(now);
  expect(accounts[0]?.account).toBe(second);
  expect(accounts.map(({ account }) => account).sort()).toEqual([old, first, second].sort());
  expect(accounts.find(({ account }) => account === old)?.connected).toBe(0);
});

test('a transaction is found by its terms within its merchant, and no longer than it exists', async () => {
  const [merchantId, other] = [newId(), newId()];
  const [ann, bob] = ['ann@example.com', 'bob@example.com'].map(
    (value) => ({ kind: 'email', value }) as Term,
  );
  const [first, second] = [newId(1000), newId(2000)] as [string, string];
  const put = (id: string, terms: (Term | undefined)[], more = {}) =>
    store.putTerms({ id, merchantId, ...more }, terms as Term[]);
  const expires = Math.floor(Date.now() / 1000) + 60;
  expect([await put(first, [ann, bob], { expires }), await put(first, [ann, bob], { expires })]).toEqual([
    2, 0,
  ]);
  expect(await put(second, [ann])).toBe(1);
  const found = async (merchant: string, term: Term | undefined) => {
    const ids: string[] = [];
    for await (const id of store.listUnderTerm(merchant, term as Term, { limit: 9 })) ids.push(id);
    return ids;
  };
  expect([await found(merchantId, ann), await found(merchantId, bob)]).toEqual([[second, first], [first]]);
  expect(await found(other, ann)).toEqual([]);
  jest.spyOn(Date, 'now').mockReturnValue(expires * 1000);
  const left = [await found(merchantId, ann), await found(merchantId, bob)];
  jest.restoreAllMocks();
  expect(left).toEqual([[second], []]);
});

test('a simulated account holds an amount once for each payment, and never more than its balance', async () => {
  const account = newId();
  const [first, second, third] = [newId(), newId(), newId()];
  const hold = (id: string, amount: number) => store.holdOnAccount(account, id, amount, 100);
  expect(await hold(first, 101)).toBe(false);
  expect([await hold(first, 60), await hold(first, 60), await hold(second, 41)]).toEqual([true, true, false]);
  expect([await hold(second, 40), await hold(third, 1)]).toEqual([true, false]);
  for (let times = 0; times < 2; times++) await store.releaseOnAccount(account, first, 60);
  expect([await hold(third, 61), await hold(third, 60)]).toEqual([false, true]);
});

test('exchange rates are replaced by those of a later day only', async () => {
  const stored = async (date: string, USD: string) =>
    [await store.storeRates({ date, perEuro: { USD } }), (await store.readRates()).perEuro.USD] as const;
  expect(await stored('2026-11-25', '1.1')).toEqual([true, '1.1']);
  expect(await stored('2026-11-25', '1.2')).toEqual([false, '1.1']);
  expect(await stored('2026-11-24', '1.3')).toEqual([false, '1.1']);
  expect(await stored('2026-11-26', '1.4')).toEqual([true, '1.4']);
});

test('an account that the merchant does not have any more does not block the present one', async () => {
  const merchant = { ...someMerchant({ test: false }), key: newId() };
  await store.createMerchant(merchant, { id: newId(), name: null });
  const ofAccount = (account: string | undefined) => ({ acquirer: 'stripe', account }) as const;
  const state = { blocked: true, payoutsBlocked: false, asksUntil: 0 } as never;
  const present = async () => (await store.findMerchant(merchant.id))?.acquirer;
  for (const [mine, foreign] of [
    [`acct_${newId()}`, `acct_${newId()}`],
    [`acct_${newId()}`, undefined],
    [undefined, `acct_${newId()}`],
  ]) {
    const acquirer = { ...ofAccount(mine), enabled: true };
    const keys = [store.merchantKey(merchant.id), store.publicKeyKey(merchant.key)];
    await store.transact(
      keys.map((key) => ({ item: store.update(key, 'SET acquirer = :acquirer', { ':acquirer': acquirer }) })),
    );
    await expect(store.blockAcquirer(merchant, ofAccount(foreign), state)).rejects.toMatchObject({
      name: 'Conflict',
    });
    // Another acquirer may have an account of the same name.
    const elsewhere = { ...ofAccount(mine), acquirer: 'acme' };
    await expect(store.blockAcquirer(merchant, elsewhere, state)).rejects.toMatchObject({ name: 'Conflict' });
    expect(await present()).not.toHaveProperty('blocked');
    await store.blockAcquirer(merchant, ofAccount(mine), state);
    expect(await present()).toMatchObject({ blocked: true });
  }
});

test('nothing is written for a user or an app that is gone', async () => {
  const [merchantId, id] = [newId(), newId()];
  const caller = { kind: 'app', id: newId() } as const;
  await store.transact([{ item: store.put({ ...store.membershipKey(merchantId, caller) }) }]);
  const user = { kind: 'user', id, route: '' } as Caller;
  const isMissing = { name: 'NotFound' };
  const listed = store.listMembership({ id, merchantId, test: true });
  await expect(store.transact([listed])).rejects.toMatchObject(isMissing);
  await expect(store.setRole(merchantId, caller, id, 'owner')).rejects.toMatchObject(isMissing);
  for (const chosen of [{ summary: true }, { disputes: false }])
    await expect(store.setNotices(merchantId, user, chosen)).rejects.toMatchObject({ name: 'NoAccess' });
  await expect(store.vouchFor(id, true)).rejects.toMatchObject(isMissing);
  expect(await store.getAll([store.membershipKey(merchantId, user), store.appKey(id)])).toEqual([]);
});

test('a merchant is listed once for daily summaries, until no user who wants them is left', async () => {
  const app = { kind: 'app', id: newId() } as const;
  const merchant = someMerchant();
  const { id: merchantId } = merchant;
  await store.createMerchant(merchant, { id: app.id, name: null });
  const users = Array.from({ length: 3 }, () => ({ kind: 'user', id: newId(), route: '' }) as const);
  for (const { id } of users) {
    const user = {
      id,
      email: `${id}@example.com`,
      merchantId,
      merchant: 'Shop',
      test: true,
      invitedBy: app.id,
    };
    await store.addUser(user, app, true, []);
  }
  const listed = async () => {
    const ids: string[] = [];
    for await (const { id } of store.listSummaries({ limit: 100 })) if (id === merchantId) ids.push(id);
    return ids.length;
  };
  for (const user of users) await store.setNotices(merchantId, user, { summary: true });
  const [one, two, three] = users.map(({ id }) => id) as [string, string, string];
  expect(await listed()).toBe(1);
  await store.removeLeaving({ merchantId, id: one });
  await store.removeMember(merchantId, app, { kind: 'user', id: two });
  expect(await listed()).toBe(1);
  await store.removeLeaving({ merchantId, id: three });
  expect(await listed()).toBe(0);
});
