import type { Dispute } from '#domain/disputes/dispute.ts';
import type { Id } from '#domain/id.ts';
import { textOfLink } from '#domain/transactions/link.ts';
import { type OrderSummary, summaryOfOrder } from '#domain/transactions/order-data.ts';
import { changeAlert, listAlerts } from './disputes/alerts.ts';
import { type Key, lineKey, transactionKey } from './table/keys.ts';
import { update } from './table/transact.ts';
import { unlessUnneeded, unneededWrite } from './table/unneeded-writes.ts';
import { writeOne } from './table/write-one.ts';
import { getLink } from './transactions/links.ts';
import type { TransactionWithTrail } from './transactions/transaction-item.ts';
import { getTransactionState } from './transactions/transactions.ts';

/** A payment as this release would store it, and the number of items that have got its order. */
interface WithOrder {
  payment: TransactionWithTrail;
  changed: number;
}

/**
 * Stores the order of a payment from before Florin stored it, with the payment and its lines. The payment's own item is the last
 * one, as it makes another run repeat this work after an interruption.
 */
export async function storeOrder(payment: TransactionWithTrail): Promise<WithOrder> {
  const order = payment.order ? undefined : await orderOf(payment);
  if (!order) return { payment, changed: 0 };
  const lines = payment.trail
    .filter(({ kind }) => kind !== 'void' && kind !== 'increment')
    .map(({ id, lineId = id }) => lineKey(lineId));
  let changed = 0;
  for (const key of [...lines, transactionKey(payment.id)]) if (await addOrder(key, order)) changed += 1;
  return { payment: { ...payment, order }, changed };
}

async function orderOf({
  custom,
  payer,
  text,
  linkId,
}: TransactionWithTrail): Promise<OrderSummary | undefined> {
  const link = linkId === undefined ? undefined : await getLink(linkId, { consistent: false });
  return summaryOfOrder({ custom, payer, text: link ? textOfLink(link) : text });
}

/** @returns whether the item exists and had no order */
const addOrder = (key: Key, order: OrderSummary): Promise<boolean> =>
  writeOne({
    item: update(
      key,
      'SET #order = :order',
      { ':order': order },
      { condition: 'attribute_exists(pk) AND attribute_not_exists(#order)', names: { '#order': 'order' } },
    ),
    onFailed: unneededWrite,
  });

/** The last dispute, unless all are done, and the number of disputes changed since the previous report. */
interface DisputesDone {
  before?: Id;
  changed: number;
}

/**
 * Stores the orders of a merchant's payments with its disputes, after the payments have them.
 *
 * @param page the number of disputes between two reports of progress
 */
export async function* storeOrdersOfDisputes(
  merchantId: Id,
  page: number,
  before?: Id,
): AsyncGenerator<DisputesDone> {
  let [read, changed] = [0, 0];
  for await (const dispute of listAlerts('dispute', merchantId, undefined, { limit: page, before })) {
    changed += await storeOrderOfDispute(dispute);
    if (++read % page > 0) continue;
    yield { before: dispute.id, changed };
    changed = 0;
  }
  yield { changed };
}

async function storeOrderOfDispute(dispute: Dispute): Promise<number> {
  const order = dispute.order ? undefined : (await getTransactionState(dispute.transactionId))?.order;
  if (!order) return 0;
  const condition = 'attribute_exists(pk)';
  const written = await unlessUnneeded(
    changeAlert('dispute', dispute, { order }, { condition, onFailed: unneededWrite }),
  );
  return Number(written);
}
