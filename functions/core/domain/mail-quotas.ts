import type { Id } from './id.ts';
import { mailboxOf } from './mail.ts';

/** A mail to a person about a membership. */
export interface Invitation {
  /** Tells a second try at this mail from a second mail. */
  event: string;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  userId: Id;
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
