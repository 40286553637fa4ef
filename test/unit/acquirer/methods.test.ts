import fc from 'fast-check';
import { linkMethodFaults, methodAccountOf, methodFaults, offeredMethods } from '#acquirer/methods.ts';
import { methods as rows } from '#acquirer/simulated/methods.ts';
import { simulatedAccount } from '#acquirer/simulated/payments.ts';
import { takes } from '#domain/methods/method.ts';
import { someMerchant } from '../domain/some-merchant.ts';

const account = { acquirer: 'stripe', account: 'acct_1' } as const;
const types = fc.shuffledSubarray(rows.map(({ type }) => type));
const currencies = [...new Set(rows.flatMap((row) => row.currencies))];

/** Test merchants have no account; live ones may have none, and accounts of earlier releases have no list. */
const merchants = fc
  .tuple(
    fc.boolean(),
    fc.constantFrom('none', 'unlisted', 'listed'),
    types,
    fc.option(types, { nil: undefined }),
  )
  .map(([test, has, methods, chosen]) => ({
    ...someMerchant({ test, methods: chosen }),
    acquirer: test || has === 'none' ? undefined : { ...account, ...(has === 'listed' && { methods }) },
  }));

/** Amounts at the limits of a row, and others. */
const sums = fc.constantFrom(...rows).chain((row) =>
  fc.constantFrom(...currencies, 'JPY').chain((currency) => {
    const limits = [0, 1, row.least?.[currency] ?? 5000, row.most?.[currency] ?? 5000];
    const amount = fc
      .tuple(fc.constantFrom(...limits), fc.integer({ min: -1, max: 1 }))
      .map(([limit, by]) => Math.max(0, limit + by));
    return fc.record({ amount, currency: fc.constant(currency) });
  }),
);

const terms = fc.record({
  methods: fc.option(types, { nil: undefined }),
  recurring: fc.option(fc.boolean(), { nil: undefined }),
  capture: fc.option(fc.boolean(), { nil: undefined }),
});

type Paid = ReturnType<typeof someMerchant>;

const isAvailable = ({ test, acquirer }: Paid, type: string) =>
  test || (acquirer?.methods ?? []).includes(type);

test('a customer can pay by what merchant, account, link, currency and amount allow, in the merchant’s order', () => {
  fc.assert(
    fc.property(merchants, sums, terms, (merchant, { amount, currency }, given) => {
      const expected = (given.recurring ? [] : (merchant.methods ?? [])).filter((type) => {
        const row = rows.find((each) => each.type === type);
        const isAllowed = isAvailable(merchant, type) && (given.methods?.includes(type) ?? true);
        if (!row || !isAllowed || !row.currencies.includes(currency)) return false;
        if (given.capture === false && row.captured !== 'later') return false;
        return amount >= (row.least?.[currency] ?? 1) && amount <= (row.most?.[currency] ?? amount);
      });
      expect(offeredMethods(merchant, amount, currency, given).map(({ type }) => type)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('a row without limits takes each amount above 0', () => {
  const row = { ...(rows[0] as (typeof rows)[number]), least: undefined, most: undefined };
  expect([0, 1, 1e12].map((amount) => takes(row, amount, 'EUR'))).toEqual([false, true, true]);
});

test('a merchant chooses what its account has or the setting kept, and a link what the merchant has chosen', () => {
  fc.assert(
    fc.property(merchants, types, terms, (merchant, chosen, given) => {
      const kept = merchant.methods ?? [];
      const unknown = chosen.filter((type) => !isAvailable(merchant, type) && !kept.includes(type));
      const faults = methodFaults(merchant, chosen).map(({ message }) => message.split('; got ')[1]);
      expect(faults).toEqual(unknown.length > 0 ? [unknown.join(', ')] : []);
      const { methods = [], recurring } = given;
      const isRefused = methods.some((type) => recurring || !kept.includes(type));
      expect(linkMethodFaults(merchant, given).map(({ field }) => field)).toEqual(
        isRefused ? ['methods'] : [],
      );
    }),
  );
});

test('only test merchants pay by methods at the simulated acquirer', () => {
  fc.assert(
    fc.property(merchants, (merchant) => {
      expect(methodAccountOf(merchant)).toBe(merchant.test ? simulatedAccount : merchant.acquirer);
    }),
  );
});
