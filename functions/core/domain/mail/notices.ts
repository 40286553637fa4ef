import { type Merchant, type Notifications, notificationsOf } from '../merchants/merchant.ts';
import { may, type Role, roleOf } from '../merchants/roles.ts';

/** The kinds of mails about a merchant that each of its users chooses. */
export interface Notices extends Notifications {
  /** Mail when an endpoint is switched off because its server has failed for days. */
  webhooks: boolean;
}

/**
 * The route that shows the subject of a mail in the console. A user whose role may not call the route does not get
 * the mail.
 */
const shownBy: Record<keyof Notices, string> = {
  disputes: 'GET /disputes/{disputeId}',
  payouts: 'GET /payouts/{payoutId}',
  summary: 'GET /merchants/{merchantId}/lines',
  webhooks: 'GET /merchants/{merchantId}/webhooks/{webhookId}',
};

/**
 * The part of a user's membership that decides which mails the user gets. `notices` has only the user's own choices.
 */
export interface Reader {
  role?: Role;
  notices?: Partial<Notices>;
}

/**
 * The mails that a user gets about a merchant: as the user has chosen, or else as the merchant's settings say. The
 * merchant's settings say nothing about mails that report a switched-off webhook endpoint: users get these only by
 * their own choice.
 */
export function noticesOf(
  { notices = {}, ...member }: Reader,
  merchant: Pick<Merchant, 'test' | 'notifications'>,
): Notices {
  const wanted = { ...notificationsOf(merchant), webhooks: false, ...notices };
  const kinds = Object.keys(shownBy) as (keyof Notices)[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, wanted[kind] && may(roleOf(member), shownBy[kind])]),
  ) as unknown as Notices;
}
