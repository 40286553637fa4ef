import { canonical, isSameValue } from '#basics/canonical.ts';
import { acceptedNow, type Dispute } from '#domain/disputes/dispute.ts';
import type { Fraud } from '#domain/disputes/fraud.ts';
import { type Id, idTime } from '#domain/id.ts';
import { integrationChange } from '#domain/merchants/integration.ts';
import { changeable } from '#domain/merchants/merchant.ts';
import { requireFound } from '#domain/outcome.ts';
import type { DisputeStep, Line, TrailEntry, Transaction } from '#domain/transactions/transaction.ts';
import type { EventType } from '#domain/webhooks/event.ts';
import type { Change } from '#jobs/change.ts';
import { present as presentDispute } from '#presenters/dispute.ts';
import { present as presentFraud } from '#presenters/fraud.ts';
import { present as presentLine } from '#presenters/line.ts';
import { presentApp, presentUser } from '#presenters/member.ts';
import { present as presentMerchant } from '#presenters/merchant.ts';
import { presentOperation } from '#presenters/operation.ts';
import { presentRatio } from '#presenters/ratio.ts';
import { present as presentTransaction } from '#presenters/transaction.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import type { RatioWarning } from '#store/disputes/ratios.ts';
import { findMerchant, getMerchant, type StoredMerchant } from '#store/merchants/merchants.ts';
import type { Item } from '#store/table/read.ts';
import { isClosed, type OperationItem, operationIn } from '#store/transactions/operations.ts';
import { newestEntries, type TrailState } from '#store/transactions/trail.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { transactionOfImage } from '#store/transactions/transactions.ts';

/** An event for a merchant that follows from a change of the table. */
export interface ChangeEvent {
  type: EventType;
  merchantId: Id;
  /** Milliseconds since 1970. */
  at: number;
  /** Identifies the change among all changes with an event of this type. */
  source: string;
  /** The order among the events of one transaction. */
  sequence?: number;
  /** Reads the rest of the event's data. */
  data(): Promise<{ test: boolean; data: Record<string, unknown> }>;
}

/** Returns a merchant's events that follow from a change of the table, in order. Most items have no events. */
export function eventsOfChange(change: Change): ChangeEvent[] {
  const { now, before } = change;
  const [kind, id = ''] = (now ?? before)?.pk.split('#') ?? [];
  if (kind === 'tx' && now) return transactionEvents(id, { ...change, now });
  const other = otherEvent(kind, id, change);
  return other ? [other] : [];
}

function otherEvent(kind: string | undefined, id: string, change: Change): ChangeEvent | undefined {
  if (kind === 'merchant') return merchantEvent(id, change);
  if (kind === 'operation') return operationEvent(change);
  const { now, before } = change;
  if (!now) return undefined;
  if (kind === 'dispute' && before) return disputeEvent(change as Change & { now: Item; before: Item });
  if (before) return undefined;
  if (kind === 'dispute') {
    const dispute = now as Item & Dispute;
    return alertEvent('dispute.opened', dispute, async () => ({ dispute: presentDispute(dispute) }));
  }
  if (kind === 'fraud') {
    const fraud = now as Item & Fraud;
    return alertEvent('fraud.reported', fraud, async () => ({ fraud: presentFraud(fraud) }));
  }
  if (kind === 'limited') return limitedEvent(now as Parameters<typeof limitedEvent>[0]);
  if (kind === 'ratio') return ratioEvent(now as Item & RatioWarning);
  return kind === 'line' ? payoutEvent(now as Item & Line) : undefined;
}

type Header = Item & Omit<Transaction, 'id'> & Pick<TransactionState, keyof TrailState | 'endsSoon'>;

/**
 * Returns the events of a transaction: for a new transaction, for new entries in its trail, for figures that came
 * after their entries, and for the warning that its authorization ends soon. A transaction that was captured with its
 * authorization causes two events: it is new, and has an entry.
 */
function transactionEvents(id: Id, { at, ...change }: Change & { now: Item }): ChangeEvent[] {
  const { now, before } = change;
  const header = now as Header;
  const { merchantId, test, entries, error } = header;
  const data = async () => ({ test, data: { transaction: await presentHeader(header) } });
  const type = error === undefined ? 'transaction.created' : 'transaction.declined';
  const made: ChangeEvent[] = before
    ? []
    : [{ type, merchantId, at: idTime(id), source: id, sequence: 0, data }];
  const was = before as Header | undefined;
  const known = was?.entries ?? 0;
  const added = newestEntries(header, entries - known);
  const ending: ChangeEvent[] =
    header.endsSoon && !was?.endsSoon
      ? [
          {
            type: 'transaction.expiring',
            merchantId,
            at,
            source: `${id} ${header.acquirer?.captureBefore}`,
            data,
          },
        ]
      : [];
  const { figuresKnown = 0 } = header;
  const figures: ChangeEvent[] =
    figuresKnown > (was?.figuresKnown ?? 0)
      ? [{ type: 'transaction.figures_known', merchantId, at, source: `${id} ${figuresKnown}`, data }]
      : [];
  const trail = added.map((entry, n) => entryEvent(entry, known + n + 1, header, data));
  return [...made, ...trail, ...figures, ...ending];
}

function entryEvent(
  entry: TrailEntry,
  sequence: number,
  { merchantId, test }: Header,
  show: ChangeEvent['data'],
): ChangeEvent {
  const about = { merchantId, at: idTime(entry.id), source: entry.id, sequence };
  const { dispute } = entry;
  if (!dispute) return { ...about, type: movements[entry.kind as keyof typeof movements], data: show };
  const type = disputeSteps[dispute.step];
  const data = async () => ({
    test,
    data: { dispute: presentDispute(requireFound(await getAlert('dispute', dispute.id))) },
  });
  return { ...about, type, data };
}

const disputeSteps = {
  won: 'dispute.won',
  lost: 'dispute.lost',
  withdrawn: 'dispute.funds_withdrawn',
  reinstated: 'dispute.funds_reinstated',
} as const satisfies Record<DisputeStep, EventType>;

const movements = {
  increment: 'transaction.incremented',
  capture: 'transaction.captured',
  refund: 'transaction.refunded',
  void: 'transaction.voided',
} as const satisfies Partial<Record<TrailEntry['kind'], EventType>>;

const presentHeader = async (header: Header) => presentTransaction(await transactionOfImage(header));

function alertEvent(
  type: 'dispute.opened' | 'fraud.reported',
  { id, merchantId, sequence }: { id: Id; merchantId: Id; sequence?: number },
  show: () => Promise<Record<string, unknown>>,
): ChangeEvent {
  const data = async () => ({ test: (await merchantOf(merchantId)).test, data: await show() });
  return { type, merchantId, at: idTime(id), source: id, sequence, data };
}

/**
 * Returns the event of a changed dispute. The end of a dispute is an entry in the trail, which has an event of its
 * own.
 */
function disputeEvent({
  id,
  at,
  now,
  before,
}: Change & { now: Item; before: Item }): ChangeEvent | undefined {
  const [dispute, was] = [now, before] as unknown as [Item & Dispute, Item & Dispute];
  const { merchantId, status, amount, due } = dispute;
  if (status === 'won' || status === 'lost') return undefined;
  // Evidence that was sent here changes what is accepted, too. The request's answer has told that.
  const { evidence } = dispute;
  const isRuledAsBefore = isSameValue(rulesIn(dispute), rulesIn({ ...was, evidence }));
  if (was.status === status && was.amount === amount && was.due === due && isRuledAsBefore) return undefined;
  const data = async () => ({
    test: (await merchantOf(merchantId)).test,
    data: { dispute: presentDispute(dispute) },
  });
  return { type: 'dispute.updated', merchantId, at, source: id, data };
}

/** The part of the rules for evidence that a dispute shows. */
const rulesIn = (dispute: Dispute) => ({ ...dispute.rules, accepts: acceptedNow(dispute) });

/** Returns the event of the first decline of a day after which a merchant's payments need 3-D Secure. */
function limitedEvent({ pk, id, test, at }: Item & { id: Id; test: boolean; at: number }): ChangeEvent {
  const data = async () => ({
    test,
    data: { merchant: presentMerchant(requireFound(await getMerchant(id))) },
  });
  return { type: 'merchant.declines_limited', merchantId: id, at, source: pk, data };
}

/** Returns the event of a share of disputes and fraud alerts that has reached half of a threshold. */
function ratioEvent({ pk, id, test, at, ratio }: Item & RatioWarning): ChangeEvent {
  const data = async () => ({ test, data: { ratio: presentRatio(ratio) } });
  return { type: 'ratio.warned', merchantId: id, at, source: pk, data };
}

function payoutEvent(line: Item & Line): ChangeEvent | undefined {
  if (line.kind !== 'payout') return undefined;
  const { id, merchantId, test } = line;
  const data = async () => ({ test, data: { line: presentLine(line) } });
  return { type: 'payout.created', merchantId, at: idTime(id), source: id, data };
}

/** The part of an operation's item that is used here. `stayed` is an attribute beside the item's JSON text. */
type StayedItem = Item & OperationItem;

/**
 * Returns the event of an operation that has stayed open for a while, that the acquirer has accepted, or that was
 * resolved after such an event.
 */
function operationEvent({ at, ...change }: Change): ChangeEvent | undefined {
  const [now, before] = [change.now, change.before] as (StayedItem | undefined)[];
  if (!now || !before || !(now.stayed || before.stayed)) return undefined;
  const operation = operationIn(now);
  const closed = isClosed(operation);
  const isNew = operation.state === 'accepted' ? operationIn(before).state !== 'accepted' : !before.stayed;
  if (closed ? before.listPk === undefined : !isNew) return undefined;
  const { id, merchantId, state } = operation;
  const type = closed ? 'operation.settled' : state === 'accepted' ? 'operation.accepted' : 'operation.open';
  const data = async () => ({
    test: (await merchantOf(merchantId)).test,
    data: { operation: presentOperation(operation) },
  });
  return { type, merchantId, at, source: `${id} ${operation.state}`, data };
}

const merchantOf = async (id: Id) => requireFound(await findMerchant(id));

/**
 * Returns the event of a changed merchant or membership. Changes have no id of their own, so the stream record's id
 * identifies them.
 */
function merchantEvent(merchantId: Id, { id, at, now, before }: Change): ChangeEvent | undefined {
  const about = { merchantId, at, source: id };
  const item = now ?? before;
  if (item?.sk === '#merchant') {
    const type = now && before && changeOfMerchant(before as StoredMerchant, now as StoredMerchant);
    if (!type) return undefined;
    const merchant = now as StoredMerchant;
    const data = async () => {
      const account = requireFound(await getMerchant(merchantId));
      return { test: merchant.test, data: { merchant: presentMerchant({ ...account, ...merchant }) } };
    };
    return { ...about, type, data };
  }
  const kind = item?.sk.split('#')[0];
  if (!item || (kind !== 'app' && kind !== 'user') || (now && before)) return undefined;
  if (now?.founding) return undefined;
  const type = `${kind}.${now ? 'added' : 'removed'}` as const;
  const shown =
    kind === 'app'
      ? { app: presentApp(item as unknown as Parameters<typeof presentApp>[0]) }
      : { user: presentUser(item as unknown as Parameters<typeof presentUser>[0]) };
  return { ...about, type, data: async () => ({ test: (await merchantOf(merchantId)).test, data: shown }) };
}

/** No write changes both the acquirer's account and the fields that members change, so one event is enough. */
function changeOfMerchant(before: StoredMerchant, now: StoredMerchant): EventType | undefined {
  const change = integrationChange(before, now);
  if (change) return `merchant.integration_${change}`;
  const isSame = changeable.every((field) => canonical(now[field]) === canonical(before[field]));
  return isSame ? undefined : 'merchant.updated';
}
