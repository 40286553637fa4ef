import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { expiryOf } from '#domain/merchants/unvouched-merchant.ts';
import { Conflict } from '#domain/outcome.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { entriesOf, type Movement, type Transaction } from '#domain/transactions/transaction.ts';
import { addToBalance } from '../ledger/balance.ts';
import { putLine } from '../ledger/lines.ts';
import { withExpiry } from '../table/expiry.ts';
import { requireInvariants } from '../table/invariants.ts';
import { pendingOf, transactionKey, transactionsOf } from '../table/keys.ts';
import { laneFor, lanesOf, moreLanes, type WithLanes } from '../table/lanes.ts';
import { check, put, transact, type Write } from '../table/transact.ts';
import { payLink } from './links.ts';
import { appendToTrail } from './trail.ts';
import { type Details, toText } from './transaction-item.ts';

const isNew = 'attribute_not_exists(pk)';
const existsAlready = () => new Conflict('The transaction exists already');

/** Fails if a copy of the request has stored the transaction. */
export const requireNew = (id: Id): Write => ({
  item: check(transactionKey(id), isNew),
  onFailed: existsAlready,
});

/**
 * Stores a new transaction. A successful transaction by a link counts as one of the link's payments.
 *
 * @param merchant the merchant, including its number of lanes
 * @param movement the movement that is stored with the transaction
 * @param till the link of a till that the transaction pays
 * @param alongside writes in the same transaction
 * @throws LinkEnded
 */
export async function createTransaction(
  transaction: Transaction,
  { custom, credential, agreement, text }: Details,
  {
    merchant,
    movement = { change: {} },
    till,
    alongside,
  }: {
    merchant: WithLanes & Pick<Merchant, 'unvouched'>;
    movement?: Movement;
    till?: PaymentLink;
    alongside: readonly Write[];
  },
): Promise<void> {
  const { id, ...header } = applyMovement(transaction, movement);
  requireInvariants({ id, ...header });
  const { merchantId, linkId, error } = header;
  const { line } = movement;
  const expires = expiryOf(merchant.unvouched);
  const begun = { ...transaction, entries: 0, trailSize: 0 };
  const trail = appendToTrail(begun, entriesOf(movement));
  const lanes = lanesOf(merchant);
  const lane = laneFor(merchantId, id, lanes);
  const inLane = { lane: lane || undefined, lanes: lanes === 1 ? undefined : lanes };
  const listPk = transactionsOf(merchantId, error === undefined, lane).pk;
  const details = {
    custom: toText(custom),
    credential: toText(credential),
    agreement: toText(agreement),
    text,
  };
  const hasDetails = Object.values(details).some((value) => value !== undefined);
  const writes: Write[] = [
    ...alongside,
    {
      item: put(
        {
          ...header,
          ...inLane,
          unvouched: merchant.unvouched?.app,
          entries: 0,
          trailSize: 0,
          ...trail.state,
          hasDetails: hasDetails || undefined,
          hasCustom: custom === undefined ? undefined : true,
          ...transactionKey(id),
          pendingPk: header.pendingAmount > 0 ? pendingOf(merchantId, lane).pk : undefined,
          listPk,
          listSk: id,
        },
        isNew,
      ),
      onFailed: existsAlready,
      // Adds lanes for later transactions. This one stays in its lane.
      onThrottled: () => moreLanes(merchantId).then(() => undefined),
    },
    ...(hasDetails ? [{ item: putDetails() }] : []),
    ...trail.writes,
    ...(line ? [putLine(line, lanes), addToBalance([line], lanes)] : []),
    ...(linkId !== undefined && error === undefined ? payLink(linkId, id, till) : []),
  ];
  await transact(withExpiry(writes, expires));

  function putDetails() {
    // Details are in the index only if they have custom data, which lists show.
    const listed = custom === undefined ? {} : { listPk, listSk: `${id}#details` };
    return put({ ...details, ...transactionKey(id), sk: 'details', ...listed });
  }
}
