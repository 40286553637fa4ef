import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { type Funds, fundsOf, otherCurrencies, totalOf } from '#domain/ledger/funds.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { changeable, type Merchant, type MerchantUpdate } from '#domain/merchants/merchant.ts';
import { Conflict, NotFound } from '#domain/outcome.ts';
import { isShare, readFurtherShares, type Share } from '../ledger/balance.ts';
import {
  acquirerAccountKey,
  allMerchants,
  type Key,
  merchantAccountKey,
  merchantKey,
  merchantsOf,
  publicKeyKey,
} from '../table/keys.ts';
import { lanesOf, type WithLanes } from '../table/lanes.ts';
import { chunks, listFrom, merge, type Slice } from '../table/list.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { repeatWhileStale, StaleRead } from '../table/retry.ts';
import { put, transact, update, type Write } from '../table/transact.ts';
import { assignments, updateOf } from '../table/update-parts.ts';
import type { App } from './apps.ts';
import { foundingMembership, isMember, requireMember } from './members.ts';

/** A merchant with its present funds, in its own currency and in others. */
export type MerchantAccount = Merchant & Funds & { balances: Record<string, Funds> };

export type StoredMerchant = Item & Merchant & WithLanes;

/** A merchant without its balance. */
export const findMerchant = (id: Id): Promise<StoredMerchant | undefined> => get(merchantKey(id));

/** Stores a new merchant, its public key, and the creating app as its first member. */
export async function createMerchant(
  merchant: Merchant,
  app: App,
  alongside: readonly Write[] = [],
): Promise<void> {
  const { id, key } = merchant;
  await transact([
    ...alongside,
    { item: put({ ...merchant, ...merchantKey(id), listPk: allMerchants.pk, listSk: id }) },
    { item: put({ ...merchant, ...publicKeyKey(key) }) },
    { item: foundingMembership(merchant, app) },
  ]);
}

/**
 * Changes a merchant's changeable fields, in both items from which merchants are read. Each choice of mails is written on its
 * own, so that simultaneous changes of different choices stay.
 */
export async function updateMerchant(
  merchant: Merchant,
  caller: Caller,
  changes: MerchantUpdate,
  alongside: readonly Write[] = [],
): Promise<void> {
  const { id, key } = merchant;
  const { notifications = {} } = changes;
  const whole = changeable.filter((field) => field !== 'notifications' && changes[field] !== undefined);
  const fields = whole.map((field): Field => [[field], changes[field]]);
  const choices = Object.entries(notifications).map(([kind, is]): Field => [['notifications', kind], is]);
  if (fields.length + choices.length === 0) return;
  const set = (at: Key, hasChoices: boolean) =>
    updateOf(
      at,
      hasChoices || choices.length === 0
        ? [assignments([...fields, ...choices])]
        : [
            assignments([...fields, [['notifications'], notifications]]),
            { condition: 'attribute_not_exists(#notifications)' },
          ],
    );
  await repeatWhileStale<void, Merchant>((now = merchant) =>
    transact([
      requireMember(id, caller),
      ...[merchantKey(id), publicKeyKey(key)].map((at) => ({
        item: set(at, now.notifications !== undefined),
        onFailed: (existing: unknown) => new StaleRead(existing as Merchant),
      })),
      ...alongside,
    ]),
  );
}

type Field = [path: readonly string[], value: unknown];

/**
 * Connects a merchant with its account at an acquirer, or stops new payments there, in both items from which
 * merchants are read. The account stays connected to the merchant, so that later reports about its payments can still
 * be booked.
 *
 * @throws Conflict if the account belongs to another merchant
 */
export async function setAcquirer(
  { id, key, acquirer: known }: Merchant,
  account: AcquirerAccount,
  enabled: boolean,
  { prefix, payoutsBlocked, asksUntil, extended, increments, fee }: Omit<AccountState, 'blocked'>,
): Promise<void> {
  const isKnown = isSameAccount(known, account);
  const connected = isKnown ? known?.connected : Date.now();
  const settings = { extended, increments, fee };
  const state = { prefix, payoutsBlocked, asksUntil, ...settings, ...(enabled ? {} : { disabled: true }) };
  const acquirer = { ...account, connected, ...state };
  await transact([
    {
      item: put(
        { ...acquirerAccountKey(account), merchantId: id },
        'attribute_not_exists(pk) OR merchantId = :merchant',
        { ':merchant': id },
      ),
      onFailed: () => new Conflict('The account is another merchant’s'),
    },
    ...[merchantKey(id), publicKeyKey(key)].map((at) => ({
      item: update(at, 'SET acquirer = :acquirer', { ':acquirer': acquirer }),
    })),
    rememberAccount(id, acquirer, enabled),
    ...(known && !isKnown ? [rememberAccount(id, known)] : []),
  ]);
}

/**
 * The facts of a merchant's account that the acquirer decides, and the settings that an operator has chosen for its
 * payments.
 */
type AccountState = Pick<
  NonNullable<Merchant['acquirer']>,
  'blocked' | 'payoutsBlocked' | 'asksUntil' | 'prefix' | keyof AuthorizationSettings
>;

export type AuthorizationSettings = Pick<
  NonNullable<Merchant['acquirer']>,
  'extended' | 'increments' | 'fee'
>;

/** Stores whether an account can take payments, is paid out and lacks information, while the merchant is connected with it. */
export const blockAcquirer = (
  { id, key }: Merchant,
  { acquirer, account }: AcquirerAccount,
  {
    blocked,
    payoutsBlocked,
    asksUntil,
  }: Required<Pick<AccountState, 'blocked' | 'payoutsBlocked' | 'asksUntil'>>,
): Promise<void> => {
  const isAccount = account ? 'acquirer.account = :account' : 'attribute_not_exists(acquirer.account)';
  const condition = `acquirer.acquirer = :acquirer AND ${isAccount}`;
  const state = { ':blocked': blocked, ':payouts': payoutsBlocked, ':asks': asksUntil };
  const values = { ...state, ':acquirer': acquirer, ...(account && { ':account': account }) };
  const expression =
    'SET acquirer.blocked = :blocked, acquirer.payoutsBlocked = :payouts, acquirer.asksUntil = :asks';
  return transact(
    [merchantKey(id), publicKeyKey(key)].map((at) => ({
      item: update(at, expression, values, {
        condition,
      }),
      onFailed: () => new Conflict('The merchant was connected with another account meanwhile'),
    })),
  );
};

/**
 * Stores an account in the list of the merchant's accounts, which also keeps former ones: a former account still
 * reports about the merchant's payments, and is still reconciled.
 *
 * @param isInUse whether the merchant takes payments with it from now on, so that it is not retired any more
 */
const rememberAccount = (
  id: Id,
  { acquirer, account, connected = 0 }: AcquirerAccount & { connected?: number },
  isInUse = false,
): Write => ({
  item: update(
    merchantAccountKey(id, { acquirer, account }),
    `SET acquirer = :acquirer${account === undefined ? '' : ', account = :account'}, connected = if_not_exists(connected, :connected)${isInUse ? ' REMOVE retired' : ''}`,
    {
      ':acquirer': acquirer,
      ':connected': connected,
      ...(account === undefined ? {} : { ':account': account }),
    },
  ),
});

/** The retirement of an account: the operator who has decided it, the time (ISO 8601), and the reason. */
export interface Retirement {
  by: string;
  at: string;
  note: string;
}

/**
 * A merchant's account and the time of its connection, in milliseconds since 1970; 0 if unknown. The acquirer does not
 * show the books of a retired account any more, so Florin does not ask for them.
 */
export type ConnectedAccount = AcquirerAccount & { connected: number; retired?: Retirement };

/**
 * Retires an account, once.
 *
 * @returns the retirement that is stored: an earlier one stays
 * @throws NotFound if the merchant never had the account
 */
export async function retire(id: Id, account: AcquirerAccount, retired: Retirement): Promise<Retirement> {
  const item = update(
    merchantAccountKey(id, account),
    'SET retired = if_not_exists(retired, :retired)',
    { ':retired': retired },
    { condition: 'attribute_exists(pk)' },
  );
  const onFailed = () => new NotFound(`Merchant ${id} has no such account at ${account.acquirer}`);
  await transact([{ item, onFailed }]);
  return (await retirementOf(id, account)) ?? retired;
}

/** The retirement of an account; undefined if no operator has retired it. */
export const retirementOf = async (id: Id, account: AcquirerAccount): Promise<Retirement | undefined> =>
  (await get<Item & { retired?: Retirement }>(merchantAccountKey(id, account)))?.retired;

/** The accounts that a merchant has or had at acquirers, the present one first. */
export async function accountsOf({ id, acquirer: now }: Merchant): Promise<ConnectedAccount[]> {
  const remembered = (await queryPartition(
    merchantAccountKey(id, { acquirer: '' }).pk,
  )) as unknown as ConnectedAccount[];
  const isNow = (account: AcquirerAccount) => isSameAccount(now, account);
  const known = remembered.map(({ acquirer, account, connected, retired }) => ({
    acquirer,
    account,
    connected,
    retired,
  }));
  // An account that an earlier version has connected is stored only in the merchant's own item.
  const present = now && { acquirer: now.acquirer, account: now.account, connected: now.connected ?? 0 };
  const first = known.find(isNow) ?? present;
  return first ? [first, ...known.filter((each) => !isNow(each))] : known;
}

export const merchantOfAccount = async (account: AcquirerAccount): Promise<Id | undefined> =>
  (await get<Item & { merchantId: Id }>(acquirerAccountKey(account)))?.merchantId;

/** Reads a merchant and its balance, with one query and another one for each further lane of a busy merchant. */
export async function getMerchant(id: Id): Promise<MerchantAccount | undefined> {
  const { merchant, shares } = await readAccount(id);
  return merchant && accountOf(merchant, shares);
}

/** @param shares empty for a new merchant */
export function accountOf<M extends Merchant>(merchant: M, shares: readonly Share[]): M & MerchantAccount {
  const today = new Date().toISOString().slice(0, 10);
  const sums = totalOf(shares);
  const of = (currency?: string) => fundsOf(sums, merchant.test, today, currency);
  const balances = Object.fromEntries(otherCurrencies(sums).map((currency) => [currency, of(currency)]));
  return { ...merchant, ...of(), balances };
}

/** Reads a merchant and the shares of its balance, as they are stored. */
export async function readAccount(
  id: Id,
): Promise<{ merchant: StoredMerchant | undefined; shares: Share[] }> {
  const items = await queryPartition(merchantKey(id).pk, '#');
  const merchant = items.find(isMerchant);
  const further = await readFurtherShares(id, lanesOf(merchant ?? {}));
  return { merchant, shares: [...items.filter(isShare), ...further] };
}

const isMerchant = (item: Item): item is StoredMerchant => item.sk === merchantKey('').sk;

/** Lists all merchants, newest first, from the index. The index may be behind, so use only fields that never change. */
export const listAllMerchants = (slice: Slice): AsyncIterable<Item & Merchant> =>
  listFrom<Merchant>(allMerchants, slice);

/** The merchant with this public key, without its balance. */
export const merchantOfKey = (key: string): Promise<StoredMerchant | undefined> => get(publicKeyKey(key));

/**
 * Lists the merchants of an app or a user. Test and live merchants are separate lists, and merged if both are wanted. As the
 * index may be behind, the result leaves out merchants that the caller is no longer a member of.
 */
export async function* listMerchants(
  caller: Caller,
  slice: Slice & { test?: boolean },
): AsyncGenerator<MerchantAccount> {
  const of = (test: boolean) => listFrom(merchantsOf(caller, test), slice);
  const memberships =
    slice.test === undefined
      ? merge([of(true), of(false)], ({ listSk }) => listSk as Id, slice)
      : of(slice.test);
  for await (const some of chunks(memberships, Math.min(slice.limit, atOnce))) {
    const merchants = await Promise.all(some.map(({ listSk }) => merchantOfMember(listSk as Id, caller)));
    for (const merchant of merchants) if (merchant) yield merchant;
  }
}

async function merchantOfMember(id: Id, caller: Caller): Promise<MerchantAccount | undefined> {
  const [merchant, member] = await Promise.all([getMerchant(id), isMember(id, caller)]);
  return member ? merchant : undefined;
}

/** The number of merchants that are read at the same time, each by its own query. */
const atOnce = 50;
