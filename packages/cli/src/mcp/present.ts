import type { Dispute, Payout, TrailEntry, Transaction } from '../../../florin/src/index.ts';
import { remaining } from '../remaining.ts';
import type { Answer } from './answer.ts';
import { cleanData, cleanText, maskAddress, maskName, untrusted } from './untrusted.ts';

/** The texts of a payment that the customer, the shop or the shop's server has written. */
const textsOf = ({ payer, order, custom, reference, descriptor }: Transaction) =>
  untrusted({
    payerName: payer?.name && maskName(payer.name),
    payerEmail: payer?.email && maskAddress(cleanEmail(payer.email)),
    customer: order?.customer && customerOf(order.customer),
    orderReference: order?.reference && cleanText(order.reference),
    orderDescription: order?.description && cleanText(order.description),
    reference: reference && cleanText(reference),
    custom: custom !== null && custom !== undefined && cleanData(custom),
    descriptor: cleanText(descriptor),
  });

/** Only these characters of an address remain, which cannot form a sentence. */
const cleanEmail = (email: string): string => email.replace(/[^\w.+@-]/g, '').slice(0, 100);

const customerOf = (text: string): string =>
  text.includes('@') ? maskAddress(cleanEmail(text)) : maskName(text);

/** A payment in a list. */
export const paymentRow = (one: Transaction): Answer => ({
  ...{ id: one.id, created: one.created, test: one.test, currency: one.currency, amount: one.amount },
  pendingAmount: one.pendingAmount,
  capturedAmount: one.capturedAmount,
  refundedAmount: one.refundedAmount,
  disputedAmount: one.disputedAmount,
  successful: one.successful,
  ...(one.error && { declineCode: one.error.code, decline: one.error.text }),
  card: one.card && { scheme: one.card.scheme, last4: one.card.last4 },
  method: { type: one.method.type, name: one.method.name },
  untrusted: textsOf(one),
});

/** A payment without its timeline. */
export const payment = (one: Transaction): Answer => ({
  ...paymentRow(one),
  method: one.method,
  voidedAmount: one.voidedAmount,
  refundableAmount: remaining.refund(one),
  threeDSecure: one.tds,
  recurring: one.recurring,
  linkId: one.linkId,
  captureBefore: one.captureBefore,
  ...(one.operation && {
    openOperation: { ...kindOf(one.operation), amount: one.operation.amount, since: one.operation.created },
  }),
});

const kinds = ['increment', 'capture', 'refund', 'void', 'dispute'] as const;

const kindOf = (entry: Partial<Record<(typeof kinds)[number], unknown>>) => ({
  kind: kinds.find((kind) => entry[kind]),
});

export const trailEntry = (entry: TrailEntry): Answer => ({
  created: entry.created,
  ...kindOf(entry),
  amount: entry.amount,
  ...(entry.reason && { reason: entry.reason }),
  ...(entry.dispute && { dispute: entry.dispute }),
  ...(entry.pending && { pending: true, until: entry.until }),
  untrusted: untrusted({ reference: entry.reference && cleanText(entry.reference) }),
});

export const dispute = (one: Dispute): Answer => ({
  ...{ id: one.id, transactionId: one.transactionId, created: one.created, amount: one.amount },
  currency: one.currency,
  status: one.status,
  stage: one.stage,
  due: one.due,
  reasonCode: one.reason.code,
  acceptsEvidence: one.accepts !== null,
  evidenceSubmitted: one.evidence?.submitted ?? null,
  untrusted: untrusted({
    reason: cleanText(one.reason.title),
    orderReference: one.order?.reference && cleanText(one.order.reference),
    customer: one.order?.customer && customerOf(one.order.customer),
    orderDescription: one.order?.description && cleanText(one.order.description),
  }),
});

export const payout = (one: Payout): Answer => ({
  ...{ id: one.id, created: one.created, test: one.test, status: one.status, arrival: one.arrival },
  ...one.amount,
  lines: one.count,
  gross: one.gross,
  fees: one.fees,
  net: one.net,
});
