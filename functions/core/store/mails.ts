import type { Id } from '#domain/id.ts';
import { mailboxOf } from '#domain/mail.ts';
import { Outcome } from '#domain/outcome.ts';
import { invitationKey, mailQuotaKey, sha256 } from './keys.ts';
import { put, transact, update, type Write } from './transact.ts';

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

/** Why a mail is not sent: the same one went out within a day, or a quota of the day is used up. */
export type Reason = 'repeated' | 'app' | 'recipient' | 'merchant' | 'unvouched';

const quotas = { app: 20, vouchedApp: 1000, recipient: 5, merchant: 20 };

class Withheld extends Outcome {
  override readonly name = 'Withheld';

  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/** It was admitted before, and is tried again. */
class Admitted extends Outcome {
  override readonly name = 'Admitted';

  constructor() {
    super('The mail was admitted before');
  }
}

const day = 24 * 60 * 60;

/**
 * Counts a mail before it is sent, against every quota or none: anybody can make apps and merchants, and have mail
 * sent to addresses of their choosing. A mail is counted once, however often it is tried.
 *
 * @returns why it must not be sent, undefined if it may be
 */
export async function admitMail(mail: Invitation, unvouched: UnvouchedMails): Promise<Reason | undefined> {
  const { merchantId, userId, event, appId, vouched, email, test } = mail;
  const kind = test ? 'test' : 'live';
  if (!vouched && unvouched[kind] < 1) return 'unvouched';
  const now = Math.floor(Date.now() / 1000);
  const today = new Date(now * 1000).toISOString().slice(0, 10);

  const count = (reason: Reason, of: string, most: number): Write => ({
    item: update(
      mailQuotaKey(reason, of, today),
      'ADD sent :one SET expires = :expires',
      { ':one': 1, ':expires': now + 2 * day, ':most': most },
      { condition: 'attribute_not_exists(sent) OR sent < :most' },
    ),
    onFailed: () => new Withheld(reason),
  });
  try {
    await transact([
      {
        item: put(
          { ...invitationKey(merchantId, userId), event, expires: now + day },
          'attribute_not_exists(pk) OR expires < :now',
          { ':now': now },
        ),
        onFailed: (earlier) => (earlier?.event === event ? new Admitted() : new Withheld('repeated')),
      },
      count('app', appId, vouched ? quotas.vouchedApp : quotas.app),
      count('recipient', sha256(mailboxOf(email)), quotas.recipient),
      count('merchant', merchantId, quotas.merchant),
      ...(vouched ? [] : [count('unvouched', kind, unvouched[kind])]),
    ]);
    return undefined;
  } catch (error) {
    if (error instanceof Admitted) return undefined;
    if (error instanceof Withheld) return error.reason;
    throw error;
  }
}
