import { routesByGroup } from './access.ts';

/**
 * The roles of a merchant's users. An owner may do everything. A member moves money and makes links, and does not change
 * who has access or where webhooks go. Support sees everything and refunds. An accountant reads, exports and
 * closes months.
 */
export const roles = ['owner', 'member', 'support', 'accountant'] as const;

export type Role = (typeof roles)[number];

/**
 * The roles of a merchant's tills, which are devices without a user: a till sees the payments of the day, and a refunding
 * till also refunds and voids, up to the merchant's `refundLimit`. Nobody can give such a role to a person.
 */
export const tillRoles = ['till', 'refundingTill'] as const;

export type TillRole = (typeof tillRoles)[number];

/** The role of a membership. Members from before there were roles are owners. */
export const roleOf = ({ role = 'owner' }: { role?: Role }): Role => role;

const groups: Readonly<Record<keyof typeof routesByGroup, readonly (Role | TillRole)[]>> = {
  everybody: roles,
  movers: ['owner', 'member'],
  voiders: ['owner', 'member', 'refundingTill'],
  refunders: ['owner', 'member', 'support', 'refundingTill'],
  bookkeepers: ['owner', 'accountant'],
  owners: ['owner'],
  tills: tillRoles,
};

/** Whether a role may call a route of the console. No role may call a route whose row names none. Apps have no role. */
export const may = (role: Role | TillRole, route: string): boolean =>
  Object.entries(routesByGroup).some(
    ([group, routes]) => routes.includes(route) && groups[group as keyof typeof groups].includes(role),
  );
