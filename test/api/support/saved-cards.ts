import { randomUUID } from 'node:crypto';
import type { world } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

/** The actions of a shop with saved cards, and of its customers. */
export function savedCards(here: ReturnType<typeof world>, shop: () => { key: string; merchant: Json }) {
  const { api, payment, pay, tokens } = here;

  async function link(customer?: string, over: object = {}): Promise<Json> {
    const { key, merchant } = shop();
    const body = { amount: 10000, currency: 'EUR', uses: 100, customer, ...over };
    const made = await api('POST', `/merchants/${merchant.id}/links`, { key, body });
    if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
    return made.body.link;
  }

  /** Returns the body of a payment by a link, with a typed card. */
  const typed = async (
    linkId: string,
    over: Record<string, unknown> = {},
    number?: string,
  ): Promise<Json> => ({
    ...(await payment(shop().merchant, over)),
    ...(number && { card: { ...(await tokens(number)), expiry: { month: 12, year: 2090 } } }),
    ...over,
    linkId,
  });

  /** Returns the body of a payment by a link, with a saved card. */
  async function withSaved(linkId: string, saved: string, over: Record<string, unknown> = {}): Promise<Json> {
    const order = await payment(shop().merchant, over);
    return { ...order, linkId, card: { saved, code: order.card.code } };
  }

  /** Pays and saves the card. @returns the id of the saved card, which is also the id of the transaction */
  async function save(
    customer: string,
    over: Record<string, unknown> = {},
    number?: string,
  ): Promise<string> {
    const { id } = await link(customer);
    const paid = await pay(await typed(id, { save: true, ...over }, number));
    if (paid.status !== 201) throw new Error(`${paid.status} ${paid.text}`);
    return paid.body.authorizationId;
  }

  const pathOf = (customer: string, id?: string) =>
    `/merchants/${shop().merchant.id}/customers/${encodeURIComponent(customer)}/cards${id ? `/${id}` : ''}`;

  async function list(customer: string, query: object = {}): Promise<Json[]> {
    const answer = await api('GET', pathOf(customer), { key: shop().key, query: { limit: 100, ...query } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body;
  }

  const remove = (customer: string, id: string) => api('DELETE', pathOf(customer, id), { key: shop().key });

  /** Returns headers with a new idempotency key. */
  const once = () => ({ 'idempotency-key': randomUUID() });

  return { link, typed, withSaved, save, list, remove, pathOf, once };
}
