/**
 * The roles of a merchant's users. An owner may do everything. A member moves money and makes links, and does not change
 * who has access or where webhooks go. Support sees everything and refunds. An accountant reads and exports.
 */
export const roles = ['owner', 'member', 'support', 'accountant'] as const;

export type Role = (typeof roles)[number];

/**
 * The roles of a merchant's tills, which are devices without a user: a till sees the payments of the day, and a refunding
 * till also refunds, up to the merchant's `refundLimit`. Nobody can give such a role to a person.
 */
export const tillRoles = ['till', 'refundingTill'] as const;

export type TillRole = (typeof tillRoles)[number];

/** The role of a membership. Members from before there were roles are owners. */
export const roleOf = ({ role = 'owner' }: { role?: Role }): Role => role;

/** Whether a role may call a route. No role may call a route that is missing from the table. */
export const may = (role: Role | TillRole, route: string): boolean =>
  (Object.hasOwn(permissions, route) && permissions[route]?.includes(role)) ?? false;

const everybody = roles;
const movers = ['owner', 'member'] as const;
/**
 * This list repeats the names in `movers`: a spread of `movers` would keep this whole file in bundles that use none
 * of it.
 */
const refunders = ['owner', 'member', 'support', 'refundingTill'] as const;
const owners = ['owner'] as const;
const tills = tillRoles;

/** The roles that may call each route in the console. Apps may call all routes that accept an API key. */
// biome-ignore format: a route a line
const permissions: Readonly<Record<string, readonly (Role | TillRole)[]>> = {
  'GET /merchants/{merchantId}': everybody,
  'GET /merchants/{merchantId}/overview': everybody,
  'GET /merchants/{merchantId}/search': everybody,
  'GET /merchants/{merchantId}/audit': owners,
  'PUT /merchants/{merchantId}': owners,
  // A user may change their own choice of mails.
  'PUT /merchants/{merchantId}/notifications': everybody,
  // A user may leave the merchant.
  'DELETE /merchants/{merchantId}/membership': everybody,
  'GET /merchants/{merchantId}/users': everybody,
  'POST /merchants/{merchantId}/users': owners,
  'PUT /merchants/{merchantId}/users/{userId}': owners,
  'DELETE /merchants/{merchantId}/users/{userId}': owners,
  'GET /merchants/{merchantId}/apps': everybody,
  'POST /merchants/{merchantId}/apps': owners,
  'DELETE /merchants/{merchantId}/apps/{appId}': owners,
  'POST /merchants/{merchantId}/apps/keys': owners,
  'GET /merchants/{merchantId}/tills': everybody,
  'POST /merchants/{merchantId}/tills': movers,
  'DELETE /merchants/{merchantId}/tills/{tillId}': movers,

  'GET /merchants/{merchantId}/templates': everybody,
  'PUT /merchants/{merchantId}/templates': movers,
  'DELETE /merchants/{merchantId}/templates/{templateId}': movers,

  'GET /till/session': tills,
  'DELETE /till/session': tills,
  'GET /till/day': tills,

  'GET /merchants/{merchantId}/lines': everybody,
  'GET /lines/{lineId}': everybody,
  'GET /merchants/{merchantId}/postings': everybody,
  'GET /merchants/{merchantId}/payouts': everybody,
  'GET /payouts/{payoutId}': everybody,

  'GET /merchants/{merchantId}/transactions': everybody,
  'GET /transactions/{transactionId}': everybody,
  'GET /transactions/{transactionId}/mails': everybody,
  'POST /transactions/{transactionId}/increments': movers,
  'POST /transactions/{transactionId}/captures': movers,
  'POST /transactions/{transactionId}/refunds': refunders,
  'POST /transactions/{transactionId}/voids': movers,

  'GET /merchants/{merchantId}/links': everybody,
  'POST /merchants/{merchantId}/links': movers,
  'GET /links/{linkId}': everybody,
  'GET /links/{linkId}/qr': everybody,
  'DELETE /links/{linkId}': movers,
  'GET /merchants/{merchantId}/customers/{customer}/cards': everybody,
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': movers,

  'GET /disputes': everybody,
  'GET /disputes/{disputeId}': everybody,
  'POST /disputes/{disputeId}/evidence': movers,
  'GET /frauds': everybody,
  'GET /frauds/{fraudId}': everybody,

  'GET /merchants/{merchantId}/webhooks': everybody,
  'POST /merchants/{merchantId}/webhooks': owners,
  'GET /merchants/{merchantId}/webhooks/{webhookId}': everybody,
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': owners,
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': owners,
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': owners,
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': owners,
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': movers,
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': everybody,
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': everybody,
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': movers,
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': movers,
};
