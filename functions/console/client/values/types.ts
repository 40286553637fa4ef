import type { SchemeSum } from '#domain/console/till-day.ts';
import type { Notices } from '#domain/mail/notices.ts';
import type { Role } from '#domain/merchants/roles.ts';
import type { presentTemplate } from '#presenters/console.ts';

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

export interface Member {
  id: string;
  name: string | null;
  test: boolean;
  currency: string;
  /** Whether payments of tills and of links from the console are captured at once. */
  consoleCapture: boolean;
  /** The types of the methods that customers may use beside a card. */
  methods: readonly string[];
  timeZone: string;
  role: Role;
  /** The mails that the user gets about the merchant. */
  notifications: Notices;
}

/** A merchant that invites the user. */
export interface Invitation {
  merchant: Pick<Member, 'id' | 'name' | 'test'>;
  role: Role;
  created: string;
}

export interface Session {
  user: { id: string; email: string };
  session: { id: string };
  merchants: Member[];
  invitations: Invitation[];
  passkeys: Passkey[];
}

export interface Passkey {
  id: string;
  /** The id of the credential, Base64url. */
  credential: string;
  name: string;
  created: string;
  used: string | null;
}

export interface SessionEntry {
  id: string;
  created: string;
  seen: string;
  /** The browser and the system: `Firefox, Windows`. */
  device: string;
  address: string;
  current: boolean;
}

export type MovementKind = 'increment' | 'capture' | 'refund' | 'void';

export interface User {
  id: string;
  email: string;
  role?: Role;
  created: string;
}

/** A mail to a customer about a payment. `sent` does not mean that it has arrived. */
export interface CustomerMail {
  created: string;
  outcome: 'sent' | 'refused';
  /** The masked address. */
  to: string;
  /** The amount of the refund that the mail is about; null for the receipt of the payment. */
  refund: number | null;
}

/** A template of payment links. A term that is null is entered for each link, or has no limit. */
export type LinkTemplate = ReturnType<typeof presentTemplate>;

/** An entry of the audit log. `status` is null if the outcome is unknown. */
export interface AuditEntry {
  id: string;
  created: string;
  user: { id: string; email: string } | { id: string; till: string };
  /** The route: `POST /transactions/{transactionId}/refunds`. */
  action: string;
  /** The ids in the path. */
  about: Record<string, string>;
  fields: unknown;
  requestId: string;
  address: string;
  device: string;
  status: number | null;
}

/** The figures of a period. Sums are in minor units of the merchant's currency; the other figures are counts. */
export interface Figures {
  takings: number;
  refunds: number;
  fees: number;
  disputes: number;
  disputeCount: number;
  approved: number;
  declined: number;
  declines: { code: number; count: number }[];
}

export interface Overview {
  from: string;
  to: string;
  currency: string;
  period: Figures;
  before: Figures;
  series: { day: string; takings: number; refunds: number }[];
}

/** A till, which is a device that takes payments for the merchant. */
export interface Till {
  id: string;
  name: string;
  mayRefund: boolean;
  pairedBy: { id: string; email: string };
  created: string;
  seen: string;
  /** The browser and the system: `Chrome, Android`. */
  device: string;
  address: string;
}

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
