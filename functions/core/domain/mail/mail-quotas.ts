import type { Id } from '../id.ts';
import { mailboxOf } from './mail.ts';

/** A mail to a person about a membership. */
export interface Invitation {
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  email: string;
  /** The app that invited, and whether an operator vouches for it. */
  appId: Id;
  vouched: boolean;
}

/** Mails a day (UTC) for all apps that nobody vouches for, together: for their test merchants, and their live ones. */
export interface UnvouchedMails {
  test: number;
  live: number;
}

/** How many mails a day one app, person or merchant may cause, or all whom nobody vouches for. */
export interface MailQuota {
  name: 'app' | 'recipient' | 'merchant' | 'unvouched';
  whose: string;
  most: number;
}

const most = { app: 20, vouchedApp: 1000, recipient: 5, merchant: 20 };

/**
 * The quotas that a mail counts against: anybody can make apps and merchants, and have mail sent to addresses of their
 * choosing.
 */
export function mailQuotas(
  { appId, merchantId, email, test, vouched }: Invitation,
  unvouched: UnvouchedMails,
): MailQuota[] {
  const kind = test ? 'test' : 'live';
  const quotas: MailQuota[] = [
    { name: 'app', whose: appId, most: vouched ? most.vouchedApp : most.app },
    { name: 'recipient', whose: mailboxOf(email), most: most.recipient },
    { name: 'merchant', whose: merchantId, most: most.merchant },
  ];
  return vouched ? quotas : [...quotas, { name: 'unvouched', whose: kind, most: unvouched[kind] }];
}

/** A mail to a customer about a payment. */
export interface ReceiptMail {
  merchantId: Id;
  test: boolean;
  email: string;
  /** An operator vouches for the app that made the merchant; live merchants an operator has connected. */
  vouched: boolean;
}

/** A mail to a merchant about its own account. */
export interface Notice {
  merchantId: Id;
  email: string;
  /** An operator vouches for the app that made the merchant, or has connected it with an acquirer. */
  known: boolean;
}

const mostNotices = {
  known: { recipient: 50, merchant: 200 },
  stranger: { recipient: 3, merchant: 10 },
};

/**
 * The quotas that a notice counts against, apart from those of other mail: nobody has confirmed the addresses, and a
 * stranger's test merchant can have itself disputes as it likes.
 */
export function noticeQuotas(
  { merchantId, email, known }: Notice,
  unvouched: Pick<UnvouchedMails, 'test'>,
): MailQuota[] {
  const kind = known ? 'known' : 'stranger';
  const most = mostNotices[kind];
  const quotas: MailQuota[] = [
    { name: 'recipient', whose: `notices ${kind} ${mailboxOf(email)}`, most: most.recipient },
    { name: 'merchant', whose: `${merchantId}#notices`, most: most.merchant },
  ];
  return known ? quotas : [...quotas, { name: 'unvouched', whose: 'notices', most: unvouched.test }];
}

const mostReceipts = {
  known: { recipient: 20, merchant: 10_000 },
  stranger: { recipient: 3, merchant: 20 },
};

/**
 * The quotas that a customer's mail counts against, none of them an invitation's. A live merchant's cost money to use up;
 * a stranger's test merchant can make as many payments as it likes, and must not use up what others have.
 */
export function receiptQuotas(
  { merchantId, test, email, vouched }: ReceiptMail,
  unvouched: UnvouchedMails,
): MailQuota[] {
  const stranger = test && !vouched;
  const kind = stranger ? 'stranger' : 'known';
  const most = mostReceipts[kind];
  const quotas: MailQuota[] = [
    { name: 'recipient', whose: `receipts ${kind} ${mailboxOf(email)}`, most: most.recipient },
    { name: 'merchant', whose: `${merchantId}#receipts`, most: most.merchant },
  ];
  return stranger ? [...quotas, { name: 'unvouched', whose: 'receipts', most: unvouched.test }] : quotas;
}
