import { firstCharacters } from '#basics/first-characters.ts';
import { webUrl, webUrlFault } from '#basics/web-url.ts';
import type { CustomerCard } from '#domain/cards/customer-card.ts';
import type { Appearance } from '#domain/merchants/appearance.ts';
import { takesPayments } from '#domain/merchants/integration.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { websiteHost } from '#domain/merchants/website.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { canExchange, type Rates } from '#domain/money/exchange.ts';
import type { Money } from '#domain/money/money.ts';
import { isExact, maxAmount, toMinorUnits } from '#domain/money/money.ts';
import type { LinkStatus, PaymentLink } from '#domain/transactions/link.ts';
import { parseBoolean } from '#http/body/coercion.ts';
import { isWellFormed } from '#http/request/well-formed.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { merchantOfKey } from '#store/merchants/merchants.ts';
import { embeddingFault } from './embed-origin.ts';
import { type Query, unknownFault } from './query.ts';
import { readAppearance } from './style-sheet.ts';

/**
 * The content of a page: the parameters of a payment link (specification, Payment link), or a link that a server has
 * made.
 */
export interface Link {
  merchant: Merchant;
  currency: string;
  /** Has the exponent of its currency; absent if the amount screen asks the customer for the amount. */
  amount?: Money;
  reference?: string;
  text?: string;
  redirect?: string;
  /** The URL for customers who do not want to pay. */
  cancel?: string;
  recurring: boolean;
  /** Whether the amount was entered at the merchant's till, where the next customer waits. */
  till: boolean;
  /** Whether the page offers cards alone, whatever other methods the merchant has. */
  cardsOnly?: boolean;
  /** The origin of the page that has opened this one with `sdk.js`. */
  embed?: string;
  /** The appearance that the opening page asks for. */
  appearance?: Appearance;
  /** Whether the page is embedded among the fields of the opening page, which shows the amount and the button. */
  inline: boolean;
  /** The link that the merchant's server has made. Its terms cannot be changed by parameters. */
  made?: PaymentLink;
  /** Saved cards of the link's customer, the last used one first; absent if cards cannot be saved with this link. */
  cards?: CustomerCard[];
  /**
   * The reason why the link can no longer be paid: a link of the server has ended, or the live merchant of any link
   * was disabled.
   */
  ended?: Exclude<LinkStatus, 'open'> | 'closed';
}

/**
 * Thrown for a link that does not work. The message is English, for the developer of the link, and names the parameter.
 */
export class BadLink extends Error {
  override readonly name = 'BadLink';

  constructor(
    readonly status: 400 | 404,
    message: string,
    /** The merchant, if it is known. */
    readonly merchant?: Merchant,
    /** Whether the link is correct, but its merchant cannot take payments. */
    readonly isUnpayable = false,
  ) {
    super(message);
  }

  /** The name of the customer's text in the catalogue. */
  get fault(): 'unknown' | 'amount' | 'incomplete' {
    if (this.status === 404) return 'unknown';
    return this.message.startsWith('value:') ? 'amount' : 'incomplete';
  }

  /** The same error, with the link's merchant. */
  of(merchant: Merchant): BadLink {
    return new BadLink(this.status, this.message, merchant, this.isUnpayable);
  }
}

export const missingLink = (): BadLink => new BadLink(404, 'there is no such link');

/** Returns the link, or the reason why it does not work. */
export const linkOrBadLink = (reading: Promise<Link>): Promise<Link | BadLink> =>
  reading.catch((error) => {
    if (error instanceof BadLink) return error;
    throw error;
  });

/** @throws BadLink */
export async function readLink(query: Query): Promise<Link> {
  for (const [name, value = ''] of Object.entries(query))
    if (!isWellFormed(name + value))
      throw new BadLink(400, `${name.replace(/\p{Surrogate}/gu, '')}: is no Unicode text`);
  if (!query.key) throw new BadLink(400, 'key: is missing');
  const [merchant, rates] = await Promise.all([
    merchantOfKey(firstCharacters(query.key, 64)),
    currentRates(),
  ]);
  if (!merchant) throw new BadLink(404, 'key: no merchant has this public key');
  try {
    return linkIn(query, merchant, rates);
  } catch (error) {
    throw error instanceof BadLink ? error.of(merchant) : error;
  }
}

/** @throws BadLink */
function linkIn(query: Query, merchant: Merchant, rates: Rates): Link {
  const unknown = unknownFault(query);
  if (unknown !== undefined) throw new BadLink(400, unknown);
  const currency = currencyOf(query.currency) ?? merchant.currency;
  if (query.test !== 'auto') requireMode(merchant, flagOf('test', query.test));
  const link = {
    merchant,
    currency,
    amount: query.value ? amountOf(query.value, currency) : undefined,
    reference: atMost('reference', query.reference),
    text: atMost('text', query.text),
    redirect: redirectOf(query.redirect),
    cancel: urlOf('cancel', query.cancel)?.href,
    recurring: flagOf('recurring', query.recurring),
    till: flagOf('till', query.till),
    ...frameOf(query, merchant),
  };
  if (link.inline && !link.amount) throw new BadLink(400, 'inline: only with embed and value');
  if (link.amount && wasPayable(merchant)) return { ...link, ended: 'closed' };
  requirePayable(merchant, currency, rates);
  return link;
}

/** Reads where `sdk.js` shows a page, and how it looks there. @throws BadLink */
export function frameOf(
  query: Query,
  merchant: Merchant,
): Pick<Link, 'embed' | 'appearance' | 'inline' | 'cardsOnly'> {
  const frame = {
    embed: embedOf(query.embed, merchant),
    appearance: appearanceOf(query.appearance),
    inline: flagOf('inline', query.inline),
    cardsOnly: !flagOf('methods', query.methods || 'yes'),
  };
  if (frame.appearance && !frame.embed) throw new BadLink(400, 'appearance: only with embed');
  if (frame.inline && !frame.embed) throw new BadLink(400, 'inline: only with embed and value');
  return frame;
}

/**
 * Whether a merchant was disabled after taking payments. Customers may have paid, or be at their bank, and open the
 * page again.
 */
export const wasPayable = (merchant: Merchant): boolean =>
  !takesPayments(merchant) && merchant.acquirer !== undefined;

/** Checks that the link can be paid before the customer types a card. @throws BadLink */
export function requirePayable(merchant: Merchant, currency: string, rates: Rates): void {
  if (!takesPayments(merchant))
    throw new BadLink(400, 'key: this merchant cannot take live payments yet', merchant, true);
  // For real money the acquirer exchanges, so only test merchants need a rate.
  if (merchant.test && !canExchange(rates, currency, merchant.currency))
    throw new BadLink(
      400,
      `currency: there is no rate from ${currency} to ${merchant.currency}`,
      merchant,
      true,
    );
}

function requireMode(merchant: Merchant, test: boolean): void {
  if (merchant.test === test) return;
  throw new BadLink(
    400,
    merchant.test ? 'test: a test merchant needs test=1' : 'test: this merchant is live',
  );
}

function flagOf(name: string, text: string | undefined): boolean {
  const flag = parseBoolean(text || 'no');
  if (flag === undefined) throw new BadLink(400, `${name}: is neither yes nor no`);
  return flag;
}

function currencyOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const code = text.toUpperCase();
  if (!isCurrency(code)) throw new BadLink(400, 'currency: is no ISO 4217 currency');
  return code;
}

/**
 * Reads major units with a decimal point. Refuses an amount with more decimals than its currency, since rounding would
 * change what the customer pays.
 */
function amountOf(text: string, currency: string): Money {
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  const sent = { currency, exponent: fraction.length, value: Number(whole + fraction) };
  if (whole === '' || !Number.isSafeInteger(sent.value))
    throw new BadLink(400, 'value: is no decimal number, like 49.99');
  if (!isExact(sent))
    throw new BadLink(400, `value: has more decimals than ${currency}, which has ${exponentOf(currency)}`);
  const value = toMinorUnits(sent);
  if (value < 1 || value > maxAmount) throw new BadLink(400, 'value: is zero or too large');
  return { currency, exponent: exponentOf(currency), value };
}

/** Limits a text to the length that `POST /payments` takes. */
function atMost(name: string, text: string | undefined): string | undefined {
  if (text && text.length > 1024) throw new BadLink(400, `${name}: is longer than 1024 characters`);
  return text || undefined;
}

export function redirectOf(text: string | undefined): string | undefined {
  const url = urlOf('redirect', text);
  if (!url) return undefined;
  // Removes `transactionId` from the link's URL, as the page adds one itself, and leaves the rest of the query as it
  // is.
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has('transactionId'));
  url.search = others.join('&');
  return url.href;
}

function urlOf(name: string, text: string | undefined): URL | undefined {
  if (!text) return undefined;
  const url = webUrl(text);
  if (!url) throw new BadLink(400, `${name}: ${webUrlFault(text, 'is no http or https URL')}`);
  return url;
}

function embedOf(text: string | undefined, merchant: Merchant): string | undefined {
  if (!text) return undefined;
  const fault = embeddingFault(text, merchant, websiteHost(merchant.website));
  if (fault) throw new BadLink(400, `embed: ${fault}`);
  return text;
}

function appearanceOf(text: string | undefined): Appearance | undefined {
  if (!text) return undefined;
  const appearance = readAppearance(text);
  if ('fault' in appearance) throw new BadLink(400, appearance.fault);
  return appearance;
}
