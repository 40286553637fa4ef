import { type Id, idTime, isId, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { openLink, type PaymentLink } from '#domain/transactions/link.ts';
import { getLink } from '#store/links.ts';
import { seal, unseal } from '#vault/seal.ts';

/** How long a code can be paid, in milliseconds. */
const lifetime = 15 * 60_000;

/** The payment that a till asks for. */
export type TillInput = Pick<PaymentLink, 'amount' | 'currency' | 'text' | 'reference' | 'recurring'>;

/** The sealed content of a code. It has no field names, since each byte makes the QR code finer. */
type Sealed = [Id, Id, boolean, number, string, boolean, string?, string?];

/**
 * A link of a till, as a code. Nothing is stored until it is paid: anybody who has the merchant's public key can make
 * codes, as many as they like.
 *
 * @returns with `watch`, which is the till's alone: whoever scans the code is not to know who has paid it
 */
export async function makeCode(
  { id: merchantId, test }: Pick<Merchant, 'id' | 'test'>,
  { amount, currency, recurring, text, reference }: TillInput,
): Promise<PaymentLink & { code: string; watch: string }> {
  const id = newId();
  const sealed: Sealed = [id, merchantId, test, amount, currency, recurring, text, reference];
  const [code, watch] = await Promise.all([seal('code', JSON.stringify(sealed)), seal('watch', id)]);
  return { ...linkIn(sealed), code, watch };
}

/** Opens a till's permission to watch a code for an hour; undefined if it is no such permission. */
export async function openWatch(watch: string): Promise<{ id: Id; expiresAt: string } | undefined> {
  const opened = await unseal('watch', watch);
  return 'value' in opened ? { id: opened.value, expiresAt: expiryOf(opened.value) } : undefined;
}

/** The link that a code says, as it was made; undefined for what is no code, or one of more than an hour ago. */
export async function openCode(code: string): Promise<PaymentLink | undefined> {
  const opened = await unseal('code', code);
  return 'value' in opened ? { ...linkIn(JSON.parse(opened.value)), code } : undefined;
}

function linkIn([id, merchantId, test, amount, currency, recurring, text, reference]: Sealed): PaymentLink {
  // JSON has null where there was nothing.
  const said = { text: text ?? undefined, reference: reference ?? undefined };
  return openLink({ amount, currency, recurring, ...said, expires: expiryOf(id) }, { id, merchantId, test });
}

const expiryOf = (id: Id): string => new Date(idTime(id) + lifetime).toISOString();

/** A link by its id, or by the code that a till has made of it: as it stands now. */
export async function findLink(name: string): Promise<PaymentLink | undefined> {
  if (isId(name)) return getLink(name);
  const link = await openCode(name);
  return link && { ...link, ...(await getLink(link.id)) };
}
