import { type BookedAccount, type FeeAccount, feeAccounts } from '#schemas/ledger-names.ts';

/** The bookkeeping programs whose import files Florin writes. */
export const programs = ['xero', 'quickbooks', 'datev'] as const;

export type Program = (typeof programs)[number];

/** The account in a bookkeeping program for each account of the ledger. */
export type AccountMap = Readonly<Record<BookedAccount, string>>;

/** The data that the import files of each program need. */
export interface Bookkeeping {
  xero: { accounts: AccountMap; taxRate: string };
  quickbooks: { accounts: AccountMap };
  datev: {
    accounts: AccountMap;
    /** The numbers of the tax consultant and of the client at DATEV. */
    consultant: number;
    client: number;
    /** The number of digits of an account, 4 to 8. */
    digits: number;
    /** The month in which the business year begins, 1 to 12. */
    yearBegins: number;
  };
}

/** A change of the data. Absent fields stay as they are, and an empty text restores the default. */
export type BookkeepingChange = {
  readonly [Of in Program]?:
    | (Partial<Omit<Bookkeeping[Of], 'accounts'>> & { accounts?: Partial<AccountMap> | undefined })
    | undefined;
};

const accountsOf = (
  balance: string,
  payments: string,
  disputes: string,
  bank: string,
  others: string,
  reserves: string,
  fees: string,
  tax: string,
): AccountMap => ({
  'merchant:payable': balance,
  'acquirer:receivable': payments,
  disputes,
  'payouts:transit': bank,
  'acquirer:adjustments': others,
  'acquirer:reserves': reserves,
  ...(Object.fromEntries(
    feeAccounts.map((account) => [account, account.endsWith('tax') ? tax : fees]),
  ) as Record<FeeAccount, string>),
});

/**
 * Accounts to begin with: those of Xero's standard chart and of DATEV's SKR03 that come nearest, and names for QuickBooks.
 * Xero books no manual journal to a bank account or to its own accounts for debtors and creditors. An accountant decides.
 */
export const defaultBookkeeping: Bookkeeping = {
  xero: {
    accounts: accountsOf('850', '200', '200', '851', '404', '620', '404', '820'),
    taxRate: 'Tax Exempt',
  },
  quickbooks: {
    accounts: accountsOf(
      'Florin balance',
      'Sales',
      'Disputes',
      'Florin payouts',
      'Bank charges',
      'Florin reserve',
      'Bank charges',
      'Taxes on fees',
    ),
  },
  datev: {
    accounts: accountsOf('1361', '1590', '1590', '1360', '4970', '1525', '4970', '1570'),
    consultant: 1001,
    client: 1,
    digits: 4,
    yearBegins: 1,
  },
};

/** Applies a change to what a merchant has stored. */
export function changeBookkeeping(stored: BookkeepingChange, change: BookkeepingChange): BookkeepingChange {
  const one = (of: Program) => {
    const accounts = kept({ ...stored[of]?.accounts, ...change[of]?.accounts });
    return { ...kept({ ...stored[of], ...change[of] }), accounts };
  };
  return { xero: one('xero'), quickbooks: one('quickbooks'), datev: one('datev') };
}

/** Completes what a merchant has stored by the defaults. */
export function bookkeepingOf(stored: BookkeepingChange): Bookkeeping {
  const one = <Of extends Program>(of: Of): Bookkeeping[Of] => ({
    ...defaultBookkeeping[of],
    ...stored[of],
    accounts: { ...defaultBookkeeping[of].accounts, ...stored[of]?.accounts },
  });
  return { xero: one('xero'), quickbooks: one('quickbooks'), datev: one('datev') };
}

const kept = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as T;
