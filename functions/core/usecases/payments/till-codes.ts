import { type Id, idTime, isId, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { openLink, type PaymentLink } from '#domain/transactions/link.ts';
import { codeLifetime } from '#domain/transactions/till-code-lifetime.ts';
import { getLink } from '#store/transactions/links.ts';
import { seal, unseal } from '#vault/seal.ts';

/** The payment that a till asks for. Only a paired till sets `capture`: anybody can make a code with the public key. */
export type TillInput = Pick<
  PaymentLink,
  'amount' | 'currency' | 'text' | 'reference' | 'recurring' | 'capture'
>;

/**
 * The sealed content of a code. It has no field names, since each byte makes the QR code denser and harder to scan.
 */
type Sealed = [Id, Id, boolean, number, string, Terms, string?, string?];

/** 1 if the payment is recurring, plus 2 if it is captured, or 4 if it is not. Earlier codes have only `recurring`. */
type Terms = number | boolean;

/**
 * Makes a till's payment link as a code. Nothing is stored before the payment, since anybody with the merchant's
 * public key can make any number of codes.
 *
 * @returns the code, and `watch`, by which the till asks whether the code was paid. Only the till gets `watch`: the
 *   customer who scans the code must not learn who has paid
 */
export async function makeCode(
  { id: merchantId, test }: Pick<Merchant, 'id' | 'test'>,
  { amount, currency, recurring, capture, text, reference }: TillInput,
): Promise<PaymentLink & { code: string; watch: string }> {
  const id = newId();
  const terms = Number(recurring) + (capture === undefined ? 0 : capture ? 2 : 4);
  const sealed: Sealed = [id, merchantId, test, amount, currency, terms, text, reference];
  const [code, watch] = await Promise.all([seal('code', JSON.stringify(sealed)), seal('watch', id)]);
  return { ...linkIn(sealed), code, watch };
}

/** Decrypts `watch`, a till's permission to ask about a code. Returns undefined for any other text. */
export async function unsealWatch(watch: string): Promise<{ id: Id; expiresAt: string } | undefined> {
  const opened = await unseal('watch', watch);
  return 'value' in opened ? { id: opened.value, expiresAt: expiryOf(opened.value) } : undefined;
}

/**
 * Decrypts the payment link in a code. Returns undefined for any other text, and for a code that is older than an
 * hour.
 */
async function unsealCode(code: string): Promise<PaymentLink | undefined> {
  const opened = await unseal('code', code);
  return 'value' in opened ? { ...linkIn(JSON.parse(opened.value)), code } : undefined;
}

function linkIn([id, merchantId, test, amount, currency, terms, text, reference]: Sealed): PaymentLink {
  const bits = Number(terms);
  const capture = bits > 1 ? bits < 4 : undefined;
  // JSON stores an absent value as null.
  const said = { text: text ?? undefined, reference: reference ?? undefined };
  return openLink(
    { amount, currency, recurring: bits % 2 > 0, capture, ...said, expires: expiryOf(id) },
    { id, merchantId, test },
  );
}

const expiryOf = (id: Id): string => new Date(idTime(id) + codeLifetime).toISOString();

/** Finds a payment link, in its present state, by its id or by a till's code. */
export async function findLink(name: string): Promise<PaymentLink | undefined> {
  if (isId(name)) return getLink(name);
  const link = await unsealCode(name);
  return link && { ...link, ...(await getLink(link.id)) };
}
