import schema from 'check:transactionCreate';
import type { Credential } from '#acquirer/acquirer.ts';
import { declines } from '#acquirer/decline.ts';
import { acquirerFor, takesPayments } from '#acquirer/registry.ts';
import { isCurrency } from '#domain/currency.ts';
import { customFaults } from '#domain/custom.ts';
import { newId } from '#domain/id.ts';
import { type Fault, NotFound, refuse } from '#domain/outcome.ts';
import { processingError } from '#domain/processing-error.ts';
import { openTransaction } from '#domain/transaction.ts';
import { api, type Call } from '#http/api.ts';
import { countConflict, declined } from '#http/errors.ts';
import type { Answer } from '#http/pipeline.ts';
import { onceReserved, reserve } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import { decline, payment } from '#observability/metrics.ts';
import type { Requests } from '#schemas/index.ts';
import { holdOnAccount } from '#store/accounts.ts';
import { getCard, type SavedCard } from '#store/cards.ts';
import { asMember, findMerchant } from '#store/merchants.ts';
import { currentRates } from '#store/rates.ts';
import { createTransaction, getTransaction } from '#store/transactions.ts';

type Body = Requests['transactionCreate'];

/** What the schema cannot say. */
function rules(body: Partial<Body>): Fault[] {
  const { currency, custom } = body;
  const faults = customFaults(custom);
  if (currency !== undefined && !isCurrency(currency))
    faults.push({ field: 'currency', message: 'Must be an ISO 4217 currency' });
  if (!['transactionId', 'authorizationId', 'cardId'].some((name) => name in body))
    faults.push({ field: 'transactionId', message: 'Is required' });
  return faults;
}

const check = { ...schema, rules };

/** `POST /merchants/<id>/transactions`: a recurring transaction on the card of an earlier one, or on a saved card. */
export const handler = api<Body>(async ({ appId, params: { merchantId = '' }, body, once }: Call<Body>) => {
  const source = sourceOf(body);
  const request = once && { ...once, scope: appId };
  return onceReserved(request, attempt, replayed).catch(countConflict);

  async function attempt(): Promise<Answer> {
    const reading = Promise.all([
      source.read(),
      asMember(merchantId, appId, findMerchant(merchantId)),
      currentRates(),
    ]);
    const [id, [previous, merchant, rates]] = await reserve(request, newId(), reading);
    if (!merchant) throw new NotFound();
    if (previous?.merchantId !== merchantId || previous.error !== undefined)
      return refuse(source.field, source.must);
    if (!takesPayments(merchant)) throw declined(27);
    const { currency, amount, custom } = body;
    const credential = previous.credential as Credential;
    const result = await acquirerFor(merchant, holdOnAccount).authorize({
      transactionId: id,
      amount,
      currency,
      fundingCurrency: merchant.currency,
      rates,
      credential,
      expiry: previous.card.expiry,
    });
    const error = result.approved ? undefined : declines[result.decline];
    const answer =
      error === undefined
        ? { status: 201, body: { transaction: { id } } }
        : { status: 400, body: [processingError(error)] };
    const transaction = openTransaction(merchant, {
      id,
      currency,
      amount,
      descriptor: body.descriptor ?? merchant.descriptor,
      card: { ...previous.card, code: { present: false } },
      recurring: true,
      error,
    });
    await createTransaction(transaction, { custom, credential }, { once: [request], answer, appId });
    return { ...answer, count: error === undefined ? payment : decline(error) };
  }
}, check);

/** What the card is taken from. */
interface Source {
  field: string;
  must: string;
  read(): Promise<(Pick<SavedCard, 'merchantId' | 'card' | 'credential'> & { error?: number }) | undefined>;
}

/** The earlier transaction by either of its names, or the saved card. */
function sourceOf({ transactionId, authorizationId, cardId }: Body): Source {
  const id = transactionId ?? authorizationId;
  if (id === undefined)
    return { field: 'cardId', must: 'Must be a card of this merchant', read: () => getCard(cardId ?? '') };
  const field = transactionId === undefined ? 'authorizationId' : 'transactionId';
  return { field, must: 'Must be a successful transaction of this merchant', read: () => getTransaction(id) };
}
