import check from 'check:transactionCreate';
import type { Credential } from '#acquirer/acquirer.ts';
import { declines } from '#acquirer/decline.ts';
import { acquirerFor } from '#acquirer/registry.ts';
import { isCurrency } from '#domain/currency.ts';
import { customFaults } from '#domain/custom.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { NotFound, Refused, refuse } from '#domain/outcome.ts';
import { processingError } from '#domain/processing-error.ts';
import { openTransaction } from '#domain/transaction.ts';
import { api, type Call } from '#http/api.ts';
import { declined } from '#http/errors.ts';
import { replayed } from '#http/once.ts';
import type { Answer } from '#http/stack.ts';
import type { Requests } from '#schemas/index.ts';
import { holdOnAccount } from '#store/accounts.ts';
import { asMember, findMerchant } from '#store/merchants.ts';
import { onceReserved, reserve } from '#store/once.ts';
import { currentRates } from '#store/rates.ts';
import { createTransaction, getTransaction, type TransactionWithTrail } from '#store/transactions.ts';

type Body = Requests['transactionCreate'];

/** `POST /merchants/<id>/transactions`: a recurring transaction on the card of an earlier one. */
export const handler = api<Body>(async ({ appId, params: { merchantId = '' }, body, once }: Call<Body>) => {
  const { field, id: previousId } = previousOf(body);
  const request = once && { ...once, scope: appId };
  return onceReserved(request, attempt, replayed);

  async function attempt(): Promise<Answer> {
    const [reservation, previous, merchant, rates] = await Promise.all([
      reserve(request, newId()),
      getTransaction(previousId),
      asMember(merchantId, appId, findMerchant(merchantId)),
      currentRates(),
    ]);
    if (!merchant) throw new NotFound();
    const id = reservation();
    if (previous?.merchantId !== merchantId || previous.error !== undefined)
      return refuse(field, 'Must be a successful transaction of this merchant');
    const acquirer = acquirerFor(merchant, holdOnAccount);
    if (!acquirer) throw declined(27);
    const credential = previous.credential as Credential;
    const { currency, amount } = body;
    const result = await acquirer.authorize({
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
    const transaction = openTransaction(merchant, { ...terms(body, id, merchant, previous), error });
    await createTransaction(
      transaction,
      { custom: body.custom, credential },
      { once: request, answer, appId },
    );
    return answer;
  }
}, check);

/** The earlier transaction by either of its names, and what the schema cannot say. */
function previousOf({ transactionId, authorizationId, currency, custom }: Body): { field: string; id: Id } {
  const field =
    transactionId === undefined && authorizationId !== undefined ? 'authorizationId' : 'transactionId';
  const id = transactionId ?? authorizationId;
  const faults = customFaults(custom);
  if (id === undefined) faults.push({ field, message: 'Is required' });
  if (!isCurrency(currency)) faults.push({ field: 'currency', message: 'Must be an ISO 4217 currency' });
  if (faults.length > 0) throw new Refused(faults);
  return { field, id: id ?? '' };
}

const terms = (
  { currency, amount, descriptor }: Body,
  id: Id,
  merchant: Merchant,
  { card }: TransactionWithTrail,
) => ({
  id,
  currency,
  amount,
  descriptor: descriptor ?? merchant.descriptor,
  card: { ...card, code: { present: false } },
  recurring: true,
});
