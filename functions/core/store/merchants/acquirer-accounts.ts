import type { Id } from '#domain/id.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { Conflict, NotFound } from '#domain/outcome.ts';
import { acquirerAccountKey, merchantAccountKey, merchantKey, publicKeyKey } from '../table/keys.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put, transact, update, type Write } from '../table/transact.ts';

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
  { prefix, payoutsBlocked, asksUntil, methods, extended, increments, fee }: Omit<AccountState, 'blocked'>,
): Promise<void> {
  const isKnown = isSameAccount(known, account);
  const connected = isKnown ? known?.connected : Date.now();
  const settings = { extended, increments, fee };
  const state = {
    prefix,
    payoutsBlocked,
    asksUntil,
    methods,
    ...settings,
    ...(enabled ? {} : { disabled: true }),
  };
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
  'blocked' | 'payoutsBlocked' | 'asksUntil' | 'methods' | 'prefix' | keyof AuthorizationSettings
>;

export type AuthorizationSettings = Pick<
  NonNullable<Merchant['acquirer']>,
  'extended' | 'increments' | 'fee'
>;

/**
 * Stores whether an account can take payments, is paid out and lacks information, and which methods it has, while the
 * merchant is connected with it.
 */
export const blockAcquirer = (
  { id, key }: Merchant,
  { acquirer, account }: AcquirerAccount,
  {
    blocked,
    payoutsBlocked,
    asksUntil,
    methods,
  }: Required<Pick<AccountState, 'blocked' | 'payoutsBlocked' | 'asksUntil' | 'methods'>>,
): Promise<void> => {
  const isAccount = account ? 'acquirer.account = :account' : 'attribute_not_exists(acquirer.account)';
  const condition = `acquirer.acquirer = :acquirer AND ${isAccount}`;
  const facts = { ':payouts': payoutsBlocked, ':asks': asksUntil, ':methods': methods };
  const state = { ':blocked': blocked, ...facts };
  const values = { ...state, ':acquirer': acquirer, ...(account && { ':account': account }) };
  const expression =
    'SET acquirer.blocked = :blocked, acquirer.payoutsBlocked = :payouts, acquirer.asksUntil = :asks, acquirer.methods = :methods';
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
