import type { AuditEntry } from '#domain/console/audit.ts';
import type { Figures } from '#domain/console/overview.ts';
import type { Passkey } from '#domain/console/passkey.ts';
import type { Session } from '#domain/console/session.ts';
import type { Till } from '#domain/console/till.ts';
import type { TillDay } from '#domain/console/till-day.ts';
import { idDate } from '#domain/id.ts';
import { capturesInConsole } from '#domain/merchants/merchant.ts';
import { roleOf } from '#domain/merchants/roles.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import type { CustomerMail } from '#domain/transactions/receipt.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import type { StoredTemplate } from '#store/console/link-templates.ts';
import type { UserMembership } from '#store/merchants/members.ts';
import type { UserMerchant } from '#store/merchants/user-merchants.ts';
import { presentMethod } from './transaction.ts';

/**
 * A user's session, as the user sees it.
 *
 * @param own the id of the session that sends the request
 */
export const presentSession = ({ id, created, seen, device, address }: Session, own: string) => ({
  id,
  created: new Date(created).toISOString(),
  seen: new Date(seen).toISOString(),
  device,
  address,
  current: id === own,
});

/** A passkey, as its user sees it. `used` is null before its first use. */
export const presentPasskey = ({ id, credential, name, created, used }: Passkey) => ({
  id,
  credential,
  name,
  created: new Date(created).toISOString(),
  used: used === undefined ? null : new Date(used).toISOString(),
});

/** A merchant in the list of its member. */
export const presentUserMerchant = ({ merchant, role, notices }: UserMerchant) => ({
  id: merchant.id,
  name: merchant.name ?? merchant.descriptor,
  test: merchant.test,
  currency: merchant.currency,
  consoleCapture: capturesInConsole(merchant),
  methods: merchant.methods ?? [],
  timeZone: timeZoneOf(merchant),
  role,
  notifications: notices,
});

/** A merchant that the user is invited to. The stored name is the one at the time of the invitation. */
export const presentInvitation = ({ merchantId, merchant, test, role, invited }: UserMembership) => ({
  merchant: { id: merchantId, name: merchant, test },
  role: roleOf({ role }),
  created: new Date(invited ?? 0).toISOString(),
});

/**
 * Figures of a period. The reasons for declines have the form that transactions have, and the most frequent one comes
 * first.
 */
export const presentFigures = ({ declines, ...figures }: Figures) => ({
  ...figures,
  declines: Object.entries(declines)
    .map(([code, count]) => ({ code: Number(code), count }))
    .sort((one, other) => other.count - one.count),
});

/** An entry of the audit log. `status` is null if nobody knows the outcome: the request was cut off. */
export const presentAuditEntry = (entry: AuditEntry) => ({
  id: entry.id,
  created: idDate(entry.id),
  user: entry.user,
  action: entry.action,
  about: entry.about,
  fields: entry.fields === undefined ? null : JSON.parse(entry.fields),
  requestId: entry.requestId,
  address: entry.address,
  device: entry.device,
  status: entry.status ?? null,
});

/** A mail to a customer. `refund` is null for the receipt of the payment. */
export const presentCustomerMail = ({ outcome, at, to, refund }: CustomerMail) => ({
  created: new Date(at).toISOString(),
  outcome,
  to,
  refund: refund ?? null,
});

/** A template of payment links. Fields without a value are null. */
export const presentTemplate = ({ id, version, name, ...terms }: StoredTemplate) => ({
  id,
  version,
  name,
  amount: terms.amount ?? null,
  currency: terms.currency,
  text: terms.text ?? null,
  reference: terms.reference ?? null,
  uses: terms.uses ?? null,
  days: terms.days ?? null,
  methods: terms.methods ?? null,
});

/** A till, as the users of its merchant see it. */
export const presentTill = ({ id, name, role, pairedBy, created, seen, device, address }: Till) => ({
  id,
  name,
  mayRefund: role === 'refundingTill',
  pairedBy: { id: pairedBy.id, email: pairedBy.email },
  created: new Date(created).toISOString(),
  seen: new Date(seen).toISOString(),
  device,
  address,
});

/** A payment, as a till shows it: no names, no addresses, no references of customers. */
export const presentTillPayment = (payment: Transaction) => ({
  id: payment.id,
  created: idDate(payment.id),
  amount: payment.amount,
  currency: payment.currency,
  card: payment.card ? { scheme: payment.card.scheme, last4: payment.card.last4 } : null,
  method: presentMethod(payment),
  pendingAmount: payment.pendingAmount,
  capturedAmount: payment.capturedAmount,
  refundedAmount: payment.refundedAmount,
  voidedAmount: payment.voidedAmount,
  disputedAmount: payment.disputedAmount,
  trail: (payment.accepted ?? []).map(({ kind, amount }) => ({ [kind]: true, pending: true, amount })),
});

/** A day, as a till shows it. */
export const presentTillDay = ({ start, payments, sums, more }: TillDay) => ({
  start: new Date(start).toISOString(),
  payments: payments.map(presentTillPayment),
  sums,
  more,
});
