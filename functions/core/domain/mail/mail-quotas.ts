import type { Id } from '../id.ts';

/** A mail to a person about a membership. */
export interface Invitation {
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  email: string;
  /** The app that has invited the person, and whether an operator vouches for the app. */
  appId: Id;
  vouched: boolean;
}

/**
 * The mails that all unvouched apps together may send in a day (UTC): for their test merchants, and for their live
 * merchants.
 */
export interface UnvouchedMails {
  test: number;
  live: number;
}

/** A limit of mails a day, for one app, person or merchant, or for all unvouched ones together. */
export interface MailQuota {
  name: 'app' | 'recipient' | 'merchant' | 'unvouched';
  whose: string;
  most: number;
}

const most = { app: 20, vouchedApp: 1000, recipient: 5, merchant: 20 };

/**
 * The quotas for an invitation. They are needed because anybody can make apps and merchants, and have mail sent to
 * any address. Mails of vouched apps have a quota of their own for each mailbox, so that strangers cannot use it up.
 */
export function mailQuotas(
  { appId, merchantId, email, test, vouched }: Invitation,
  unvouched: UnvouchedMails,
): MailQuota[] {
  const kind = test ? 'test' : 'live';
  const quotas: MailQuota[] = [
    { name: 'app', whose: appId, most: vouched ? most.vouchedApp : most.app },
    { name: 'recipient', whose: `${vouched ? 'vouched ' : ''}${mailboxOf(email)}`, most: most.recipient },
    { name: 'merchant', whose: merchantId, most: most.merchant },
  ];
  return vouched ? quotas : [...quotas, { name: 'unvouched', whose: kind, most: unvouched[kind] }];
}

/** A mail to a customer about a payment. */
interface ReceiptMail {
  merchantId: Id;
  test: boolean;
  email: string;
  /**
   * Whether an operator vouches for the app that made the merchant. True for live merchants, as an operator has
   * connected them.
   */
  vouched: boolean;
}

/** A mail to a merchant about its own account. */
export interface Notice {
  merchantId: Id;
  email: string;
  /** Whether an operator vouches for the app that made the merchant, or has connected the merchant with an acquirer. */
  known: boolean;
}

const mostNotices = {
  known: { recipient: 50, merchant: 200 },
  stranger: { recipient: 3, merchant: 10 },
};

/**
 * The quotas for a notice, separate from those of other mail. They are needed because nobody has confirmed the
 * addresses, and a stranger's test merchant can cause any number of disputes.
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
 * The quotas for a customer's mail, separate from those of invitations. Using up a live merchant's quota costs money. A
 * stranger's test merchant can make any number of payments, and must not use up the quota of others.
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

/**
 * The most mails with a sign-in link to one person in a day: `known` for each browser or network that the person has
 * signed in from, `others` for all other networks together, and `other` for each of those.
 */
const mostLinks = { known: 20, others: 20, other: 10 };

interface LinkMail {
  email: string;
  /** Whether the user has signed in before, or was invited by an app that an operator vouches for. */
  known: boolean;
  /** The browser or network that the request comes from, if the user has signed in from it before. */
  place?: string | undefined;
  /** The network that the request comes from. */
  network: string;
  /** One of the apps that have invited the user. It counts only for users who are not known. */
  app?: Id;
}

/**
 * Each app and each network has at most a quarter of the mails that all users who are not known get in a day. So no stranger
 * keeps the users of other apps from their first sign-in.
 */
const shareOf = (most: number): number => Math.ceil(most / 4);

/** The networks of requests without a network: of this machine, and of an earlier release. */
const noNetworks = ['', '127.0.0.1', '0:0:0:0::/56'];

/**
 * The quotas for the mail with a link to the console, separate from those of other mail. Anybody can request links
 * for any address, which must not lock out the user of the address.
 */
export function signInQuotas(
  { email, known, place, network, app = '' }: LinkMail,
  unvouched: Pick<UnvouchedMails, 'live'>,
): MailQuota[] {
  const whose = `sign-in ${mailboxOf(email)}`;
  if (place) return [{ name: 'recipient', whose: `${whose} at ${place}`, most: mostLinks.known }];
  const quotas: MailQuota[] = [
    { name: 'recipient', whose, most: mostLinks.others },
    { name: 'recipient', whose: `${whose} from ${network}`, most: mostLinks.other },
  ];
  if (known) return quotas;
  const most = shareOf(unvouched.live);
  return [
    ...quotas,
    { name: 'unvouched', whose: 'sign-in', most: unvouched.live },
    ...(noNetworks.includes(network)
      ? []
      : [{ name: 'unvouched', whose: `sign-in from ${network}`, most } as const]),
    { name: 'app', whose: `sign-in ${app}`, most },
  ];
}

/** The most mails about passkeys that one person gets in a day. Each change needs a step-up. */
const mostPasskeyMails = 50;

/** The quotas for the mail about a change of passkeys, separate from those of other mail. */
export const passkeyQuotas = ({ email }: { email: string }): MailQuota[] => [
  { name: 'recipient', whose: `passkeys ${mailboxOf(email)}`, most: mostPasskeyMails },
];

/** The mailbox behind an address: tags (`ann+shop@…`) and Gmail's dots lead to the same person. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`;
}
