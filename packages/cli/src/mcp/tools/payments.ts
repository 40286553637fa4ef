import type { Options, Transaction } from '../../../../florin/src/index.ts';
import { Refusal } from '../answer.ts';
import { fitting, pageOf } from '../page.ts';
import { payment, paymentRow, trailEntry } from '../present.ts';
import { amount, date, fields, id, paging, type Session, tool } from '../tool.ts';
import { cleanText } from '../untrusted.ts';

/** @throws Refusal for a payment of another merchant: a server is for one merchant, whatever else its key may read */
export async function readPayment(
  { florin, merchant }: Session,
  paymentId: string,
  options: Options,
): Promise<Transaction> {
  const found = await florin.transactions.get(paymentId, options);
  if (found.merchantId !== merchant.id)
    throw new Refusal('`payment` belongs to another merchant than the one of this server.');
  return found;
}

/** How many payments a search reads at most. */
const mostRead = 300;

export const payments = [
  tool({
    name: 'list_payments',
    description:
      'Lists payments, newest first, or finds them: by state, time, amount, method, last four digits, or a text in the order, reference or custom data. A search reads 300 payments; `next` continues it.',
    schema: fields({
      ...paging,
      state: { type: 'string', enum: ['all', 'successful', 'declined', 'pending'], default: 'all' },
      from: date,
      to: date,
      amount,
      last4: { type: 'string', pattern: '^\\d{4}$' },
      method: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_]{0,39}$',
        description: 'The type of a method: card, mobilepay and the like',
      },
      text: { type: 'string', minLength: 2, maxLength: 100 },
    }),
    async run({ limit = 20, cursor, state, from, to, ...wanted }, { florin, merchant }, options) {
      const filter = {
        ...(from && { from }),
        ...(to && { to }),
        ...(state === 'pending' && { pending: true as const }),
        ...(state === 'successful' && { successful: true }),
        ...(state === 'declined' && { successful: false }),
      };
      const list = (query: { limit: number; before?: string }) =>
        florin.transactions.list(merchant.id, { ...query, filter }, options);
      const isSearch = Object.values(wanted).some((value) => value !== undefined);
      if (!isSearch) return pageOf(list, { limit, cursor }, paymentRow);
      const read = await list({ limit: 100, ...(cursor && { before: cursor }) }).toArray({ limit: mostRead });
      const found = read.filter((one) => matches(one, wanted)).slice(0, limit);
      const items = fitting(found.map(paymentRow));
      const isCut = items.length === limit || items.length < found.length;
      const last = isCut ? found[items.length - 1] : read.length === mostRead ? read.at(-1) : undefined;
      return { items, next: last?.id ?? null };
    },
  }),

  tool({
    name: 'get_payment',
    description: 'One payment with the rules of its method, and its timeline, oldest entry first.',
    schema: fields(
      {
        payment: id,
        cursor: { type: 'integer', minimum: 0, maximum: 1e6, description: 'The `next` of the page before' },
      },
      ['payment'],
    ),
    async run({ payment: paymentId, cursor = 0 }, session, options) {
      const found = await readPayment(session, paymentId, options);
      const timeline = fitting(found.trail.slice(cursor, cursor + 50).map(trailEntry));
      const end = cursor + timeline.length;
      return { payment: payment(found), timeline, next: end < found.trail.length ? end : null };
    },
  }),

  tool({
    name: 'explain_decline',
    description:
      'Says why a payment was declined, who can correct it, and whether another attempt makes sense.',
    schema: fields({ payment: id }, ['payment']),
    async run({ payment: paymentId }, session, options) {
      const found = await readPayment(session, paymentId, options);
      const { error } = found;
      if (!error)
        return { payment: paymentRow(found), declined: false, explanation: 'The payment was not declined.' };
      const { code, text, client, merchant, advice, networkAdvice } = error;
      return {
        payment: paymentRow(found),
        declined: true,
        reason: { code, text, advice, networkAdvice: networkAdvice && cleanText(networkAdvice, 20) },
        customerCanCorrect: client,
        merchantCanCorrect: merchant,
        explanation: explanationOf(found, error),
        page: `${session.baseUrl}/docs/error-${code}`,
      };
    },
  }),
];

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

function matches(
  { amount, card, method, order, reference, custom, payer }: Transaction,
  wanted: { amount?: number; last4?: string; method?: string; text?: string },
): boolean {
  const texts = [order?.reference, order?.description, reference, payer?.email, JSON.stringify(custom)];
  return (
    (wanted.amount === undefined || amount === wanted.amount) &&
    (wanted.last4 === undefined || card?.last4 === wanted.last4) &&
    (wanted.method === undefined || method.type === wanted.method) &&
    (wanted.text === undefined || texts.some((text) => lower(text).includes(lower(wanted.text))))
  );
}

function explanationOf(
  { tds, card }: Transaction,
  { client, merchant, advice }: { client: boolean; merchant: boolean; advice?: string | undefined },
): string {
  const who = client
    ? card
      ? 'The customer can try again with corrected details or another card.'
      : 'The customer can try again, or pay in another way.'
    : merchant
      ? 'Only the merchant can correct it: the request or a setting is wrong.'
      : 'Neither the customer nor the merchant can correct it.';
  const again = {
    do_not_try_again: 'The bank asks not to charge this card again: ask the customer for another card.',
    try_again_later: 'The bank asks to try again later, not immediately.',
    confirm_card_data: 'The bank asks the customer to check the details of the card.',
  }[advice ?? ''];
  const secure = !card
    ? undefined
    : tds === null
      ? 'The payment had no 3-D Secure.'
      : '3-D Secure was applied.';
  return [who, again, secure].filter(Boolean).join(' ');
}
