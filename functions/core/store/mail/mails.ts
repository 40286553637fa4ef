import { daySeconds, inSeconds, utcDay } from '#basics/time.ts';
import type { MailQuota } from '#domain/mail/mail-quotas.ts';
import { Outcome } from '#domain/outcome.ts';
import type { CustomerMail } from '#domain/transactions/receipt.ts';
import { type Key, mailQuotaKey, sha256 } from '../table/keys.ts';
import { put, transact, update, type Write } from '../table/transact.ts';

/** A mail that is counted against quotas. */
export interface Mailing {
  /** The key of the record by which Florin remembers the mail for a day, so that it is sent once. */
  key: Key;
  /** Distinguishes a second attempt to send this mail from another mail. */
  event: string;
  /** The mail as its merchant sees it. The record then has the outcome, too. */
  shown?: Pick<CustomerMail, 'to' | 'refund'>;
  /** The mail as its merchant sees it. If set, the record also stores the outcome. */
  shownUntil?: number;
}

/** The reason not to send a mail: the same mail was sent within a day, or a quota of the day is used up. */
export type Reason = 'repeated' | MailQuota['name'];

class Withheld extends Outcome {
  override readonly name = 'Withheld';

  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/** The mail was admitted before, and is being sent again. */
class AdmittedBefore extends Outcome {
  override readonly name = 'Admitted';

  constructor() {
    super('The mail was admitted before');
  }
}

/** The record of a mail outlives the stream, which an operator can have read again (`functions/jobs/reread-stream.ts`). */
const kept = 2 * daySeconds;

/** True for the record of an earlier release, which expired as soon as the mail could be repeated. */
const ofEarlierRelease = 'attribute_not_exists(repeatable)';

/**
 * Counts a mail before it is sent, against all of the quotas or none. Counts it once, even if it is sent in several
 * attempts.
 *
 * @returns why it must not be sent; undefined if it may be sent
 */
export async function admitMail(
  { key, event }: Mailing,
  quotas: readonly MailQuota[],
): Promise<Reason | undefined> {
  const none = quotas.find(({ most }) => most < 1);
  if (none) return none.name;
  const now = inSeconds(Date.now());
  const first: Write = {
    item: put(
      { ...key, event, repeatable: now + daySeconds, expires: now + kept },
      `attribute_not_exists(pk) OR (event <> :event AND (repeatable <= :now OR (${ofEarlierRelease} AND expires <= :now)))`,
      { ':now': now, ':event': event },
    ),
    onFailed: (earlier) =>
      earlier?.event === event && !earlier.sent ? new AdmittedBefore() : new Withheld('repeated'),
  };
  try {
    await transact([first, ...quotas.map((quota) => countMail(quota, now))]);
    return undefined;
  } catch (error) {
    if (error instanceof AdmittedBefore) return undefined;
    if (error instanceof Withheld) return error.reason;
    throw error;
  }
}

/** Records that a mail was sent, so that a repeat of its message does not send it again. */
export const noteSent = (mailing: Mailing): Promise<void> =>
  transact([noteOutcome(mailing, 'sent', ['sent = :yes'], { ':yes': true })]);

/** Records that SES refused a mail, if its merchant sees that. A repeat of the mail's message may send it. */
export const noteRefused = async (mailing: Mailing): Promise<void> => {
  if (mailing.shown) await transact([noteOutcome(mailing, 'refused')]);
};

function noteOutcome(
  { key, shown, shownUntil = 0 }: Mailing,
  outcome: CustomerMail['outcome'],
  sets: string[] = [],
  values: Record<string, true> = {},
): Write {
  if (!shown) return { item: update(key, `SET ${sets.join()}`, values) };
  const now = Date.now();
  const all = {
    ...values,
    ':shown': { ...shown, outcome, at: now },
    ':expires': Math.max(shownUntil, inSeconds(now) + kept),
  };
  return { item: update(key, `SET ${[...sets, 'shown = :shown', 'expires = :expires'].join()}`, all) };
}

/** Counts a mail against a quota. The key holds a digest, never an address. @param now in seconds since 1970 */
function countMail({ name, whose, most }: MailQuota, now: number): Write {
  const today = utcDay(now * 1000);
  return {
    item: update(
      mailQuotaKey(name, name === 'recipient' ? sha256(whose) : whose, today),
      'ADD sent :one SET expires = :expires',
      { ':one': 1, ':expires': now + 2 * daySeconds, ':most': most },
      { condition: 'attribute_not_exists(sent) OR sent < :most' },
    ),
    onFailed: () => new Withheld(name),
  };
}
