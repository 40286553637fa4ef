import type { SchemeSum } from '#domain/console/till-day.ts';
import type { Role } from '#domain/merchants/roles.ts';
import type {
  presentAuditEntry,
  presentCustomerMail,
  presentFigures,
  presentInvitation,
  presentPasskey,
  presentSession,
  presentTemplate,
  presentTill,
  presentUserMerchant,
} from '#presenters/console.ts';

import type {
  DeclinesAnswer,
  TrailEntry,
  Transaction,
} from '../../../../packages/florin/src/api.generated.ts';

/** The answers of the routes that the console shares with the merchants' API, made from its OpenAPI document. */
export type {
  App,
  Delivery,
  Dispute,
  Line,
  Link,
  LinkAnswer,
  Merchant,
  Payout,
  ProcessingError as Decline,
  Ratio,
  TrailEntry,
  Transaction,
  Webhook,
} from '../../../../packages/florin/src/api.generated.ts';

export type Declines = DeclinesAnswer['declines'];

/** Below are the answers of the console's own routes. */

export type Member = ReturnType<typeof presentUserMerchant>;

/** A merchant that invites the user. */
export type Invitation = ReturnType<typeof presentInvitation>;

export interface Session {
  user: { id: string; email: string };
  session: { id: string };
  merchants: Member[];
  invitations: Invitation[];
  passkeys: Passkey[];
}

export type Passkey = ReturnType<typeof presentPasskey>;

export type SessionEntry = ReturnType<typeof presentSession>;

export type MovementKind = 'increment' | 'capture' | 'refund' | 'void';

export interface User {
  id: string;
  email: string;
  role?: Role;
  created: string;
}

/** A mail to a customer about a payment. `sent` does not mean that it has arrived. */
export type CustomerMail = ReturnType<typeof presentCustomerMail>;

/** A template of payment links. A term that is null is entered for each link, or has no limit. */
export type LinkTemplate = ReturnType<typeof presentTemplate>;

/** An entry of the audit log. `status` is null if the outcome is unknown. */
export type AuditEntry = ReturnType<typeof presentAuditEntry>;

/** The figures of a period. Sums are in minor units of the merchant's currency; the other figures are counts. */
export type Figures = ReturnType<typeof presentFigures>;

export interface Overview {
  from: string;
  to: string;
  currency: string;
  period: Figures;
  before: Figures;
  series: { day: string; takings: number; refunds: number }[];
}

/** A till, which is a device that takes payments for the merchant. */
export type Till = ReturnType<typeof presentTill>;

/** The facts that the page of a till shows about the till itself. */
export interface TillSession {
  name: string;
  mayRefund: boolean;
  merchant: {
    id: string;
    name: string;
    test: boolean;
    currency: string;
    timeZone: string;
    refundLimit: number;
    /** Whether the till's sales are captured with their authorization. */
    captures: boolean;
  };
}

/** The payments of a day, and their sums. */
export interface TillDay {
  start: string;
  payments: TillPayment[];
  sums: SchemeSum[];
  /** Whether the day has more payments than these. */
  more: boolean;
}

export type TillPayment = Pick<
  Transaction,
  | 'id'
  | 'created'
  | 'amount'
  | 'currency'
  | 'pendingAmount'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'voidedAmount'
  | 'disputedAmount'
> &
  Paid & {
    /** The movements that are on their way. */
    trail: readonly Pick<TrailEntry, 'pending' | 'amount' | 'increment' | 'capture' | 'refund' | 'void'>[];
  };

/** The means of a payment. */
export type Paid = Pick<Transaction, 'method'> & {
  card: Pick<NonNullable<Transaction['card']>, 'scheme' | 'last4'> | null;
};
