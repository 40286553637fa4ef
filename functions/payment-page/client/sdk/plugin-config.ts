import type { Amount, OrderOptions } from './sdk-types.ts';

type Count = number | string;

/** The argument that shop plugins pass to `pay` or `popup`. Templates print its values, so their types vary. */
export interface PluginConfig {
  /** Overrides the key of `Paylike(…)`. */
  key?: string;
  /**
   * Older plugins pass minor units, as a number or a text. Newer ones pass an object that also has the currency and its
   * decimals.
   */
  amount?: Count | { currency: string; exponent: Count; value: Count };
  /** Only present beside an `amount` in minor units. */
  currency?: string;
  test?: unknown;
  /** The customer sees both texts. */
  title?: string;
  description?: string;
  locale?: string;
  custom?: unknown;
  plan?: unknown;
  unplanned?: unknown;
  /** Whether the dialog stays open with a receipt after the payment, as it does by default. */
  receipt?: unknown;
  /**
   * Whether the dialog also offers the merchant's other methods beside cards. Plugins that exist already expect a card on each
   * transaction, so the dialog offers cards alone by default.
   */
  methods?: unknown;
  /** Additional questions to the customer, which Florin refuses. */
  fields?: readonly unknown[];
}

const longestText = 1024;

/**
 * Translates the call of an existing plugin to the options of `Florin(…).pay`. `text`, which was for the bank
 * statement, is left out: the statement shows the merchant's descriptor. So are unknown fields: plugins send fields that had
 * no effect at the old gateway either, and must not stop for them.
 *
 * @param isOld whether the key decides between test and live if the plugin does not say
 * @throws TypeError for options that the dialog does not support
 */
export function payOptions(config: PluginConfig, isOld: boolean): OrderOptions {
  const { title, description, locale, custom, plan, unplanned, test, receipt, methods } = config ?? {};
  if (config?.fields?.length)
    throw new TypeError(
      'Florin: `fields` is not supported. Ask on your own page, and send answers as `custom`.',
    );
  return {
    amount: amountOf(config),
    test: test === undefined && isOld ? 'auto' : modeOf(test),
    text: textOf(title, description),
    custom,
    plan,
    unplanned,
    locale,
    receipt: isSet(receipt ?? true),
    methods: isSet(methods),
  };
}

/** Shortens the texts to the length that a payment page takes, without cutting a character in half. */
const textOf = (...parts: (string | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(': ')
    .slice(0, longestText)
    .replace(/[\uD800-\uDBFF]$/, '');

const modeOf = (test: unknown): boolean | object => (typeof test === 'object' && test ? test : isSet(test));

/** Templates print a flag as `1`, `'1'`, `'0'` or `''`. */
const isSet = (flag: unknown): boolean => Boolean(flag) && flag !== '0' && flag !== 'false';

function amountOf({ amount, currency }: PluginConfig = {}): Amount {
  if (amount === undefined || amount === null)
    throw new TypeError('Florin: `amount` is missing. A card can only be saved together with a payment.');
  if (typeof amount === 'object')
    return { ...amount, exponent: countOf(amount.exponent), value: countOf(amount.value) };
  const code = String(currency).toUpperCase();
  return { currency: code, exponent: decimalsOf(code), value: countOf(amount) };
}

/**
 * Reads an integer from a number or a text. Plugins multiply prices by 100, and 19.99 × 100 is 1998.9999999999998, so
 * a number that is so close to an integer counts as that integer. `pay` refuses all other values.
 */
function countOf(value: Count): number {
  const number = typeof value === 'string' ? Number(value.trim() || NaN) : value;
  const nearest = Math.round(number);
  return Math.abs(number - nearest) < 1e-6 ? nearest : number;
}

/**
 * The currencies that do not have two decimals. `Intl` cannot replace the list, as it gives 0 decimals for the Iraqi
 * dinar.
 */
const decimals: Record<number, string> = {
  0: 'BIF BYR CLP DJF GNF JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

export const decimalsOf = (currency: string): number =>
  Number(Object.entries(decimals).find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2);
