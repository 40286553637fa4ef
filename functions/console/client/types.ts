import type { Role } from '#domain/merchants/roles.ts';

/** The parts of the API's answers that the console reads (`schemas/responses.ts` describes all of them). */

export interface Member {
  id: string;
  name: string | null;
  test: boolean;
  currency: string;
  role: Role;
}

export interface Session {
  user: { id: string; email: string };
  session: { id: string };
  merchants: Member[];
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

export interface Merchant {
  id: string;
  key: string;
  created: string;
  name: string | null;
  currency: string;
  test: boolean;
  email: string;
  website: string;
  descriptor: string;
  company: { country: string; number: string | null };
  address: string | null;
  bank: { iban: string | null };
  capture: boolean;
  ask: ('name' | 'email')[];
  color: string | null;
  terms: string | null;
  privacy: string | null;
  logo: { path: string; width: number; height: number } | null;
  notifications: { disputes: boolean; payouts: boolean; summary: boolean };
  /** Minor units; 0 for no limit. */
  refundLimit: number;
  balance: number;
  available: number;
  pending: number;
  reserved: number;
  disputed: number;
  balances: Record<string, { balance: number; available: number; pending: number }>;
  integration?: { payments: boolean; payouts: boolean };
}

export type MovementKind = 'increment' | 'capture' | 'refund' | 'void';

type Marks = Partial<Record<MovementKind, true>>;

export interface TrailEntry extends Marks {
  created: string;
  amount: number;
  balance: number;
  fee: { flat: number; rate: number };
  descriptor: string;
  dispute?: { id: string; won?: true; lost?: true; withdrawn?: true; reinstated?: true };
  lineId?: string;
  figuresDue?: true;
}

export interface Decline {
  code: number;
  text: string;
}

export interface Transaction {
  id: string;
  merchantId: string;
  test: boolean;
  created: string;
  currency: string;
  amount: number;
  descriptor: string;
  pendingAmount: number;
  capturedAmount: number;
  refundedAmount: number;
  voidedAmount: number;
  disputedAmount: number;
  card: {
    bin: string;
    last4: string;
    expiry: string;
    scheme: string;
    code: { present: boolean };
  };
  custom: unknown;
  tds: 'attempt' | 'full' | null;
  recurring: boolean;
  linkId: string | null;
  payer: { name: string | null; email: string | null } | null;
  successful: boolean;
  error: false | Decline;
  trail: TrailEntry[];
  captureBefore?: string;
  operation?: Marks & { id: string; created: string; amount: number };
}

export type LineKind = 'capture' | 'refund' | 'dispute' | 'payout' | 'adjustment';

export interface Line extends Partial<Record<LineKind, true>> {
  id: string;
  created: string;
  amount: { currency: string; amount: number };
  balance: number;
  fee: number;
  transactionId?: string;
  description?: string;
  reference?: string;
  kept?: { currency: string; balance: number; fee: number };
  exchange?: { from: string; to: string; rate: number; date?: string };
  payoutId?: string;
  arrival?: string | null;
}

export interface Payout {
  id: string;
  created: string;
  amount: { currency: string; amount: number };
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  arrival: string | null;
  trace: string | null;
  reference: string | null;
  itemized: 'done' | 'open' | 'none';
  count: number;
  carried: { in: number; out: number };
}

export interface Link {
  id: string;
  created: string;
  url: string;
  status: 'open' | 'used' | 'expired' | 'disabled';
  amount: number;
  currency: string;
  text: string | null;
  lines: { text: string; quantity: number; amount: number }[] | null;
  reference: string | null;
  expires: string | null;
  uses: number;
  paid: number;
  email: string | null;
  payments?: { transactionId: string; created: string }[];
}

export interface Dispute {
  id: string;
  transactionId: string;
  created: string;
  amount: number;
  reason: { code: number; title: string };
  due: string;
  status: 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost' | null;
}

export interface User {
  id: string;
  email: string;
  role?: Role;
  created: string;
}

export interface App {
  id: string;
  name: string | null;
  created: string;
}

export interface Webhook {
  id: string;
  created: string;
  url: string | null;
  events: string[] | null;
  description: string | null;
  verified: boolean;
  verificationError: string | null;
  enabled: boolean;
  disabled: { at: string; by: 'merchant' | 'failures' } | null;
  failingSince: string | null;
  secrets: { id: string; created: string }[];
}

export interface Delivery {
  id: string;
  type: string;
  created: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: { time: string; status: number | null; error: string | null; duration: number }[];
  answer: string | null;
  next: string | null;
}

/** An entry of the audit log. `status` is null if nobody knows the outcome. */
export interface AuditEntry {
  id: string;
  created: string;
  user: { id: string; email: string };
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

/** The figures of a period, in minor units of the merchant's currency; the others are counts. */
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
