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

/** The roles of apps: those of users, and one that only takes payments, for a shop's server. */
export const appRoles = [...roles, 'cashier'] as const;

export type AppRole = (typeof appRoles)[number];

/** The role of a membership. Members from before there were roles are owners. */
export const roleOf = ({ role = 'owner' }: { role?: Role }): Role => role;

const groups: Readonly<Record<keyof typeof routesByGroup, readonly (AppRole | TillRole)[]>> = {
  everybody: roles,
  everybodyAndCashiers: appRoles,
  movers: ['owner', 'member'],
  cashiers: ['owner', 'member', 'cashier'],
  voiders: ['owner', 'member', 'refundingTill'],
  refunders: ['owner', 'member', 'support', 'refundingTill'],
  bookkeepers: ['owner', 'accountant'],
  owners: ['owner'],
  tills: tillRoles,
};

/** Whether a role may call a route. No role may call a route whose row names none. */
export const may = (role: AppRole | TillRole, route: string): boolean =>
  Object.entries(routesByGroup).some(
    ([group, routes]) => routes.includes(route) && groups[group as keyof typeof groups].includes(role),
  );

/**
 * Whether an app with limits may call a route. Even as an owner it changes neither who has access, nor where events go, nor the
 * settings: with these, it could lift its limits.
 */
export const mayLimitedApp = (role: AppRole, route: string): boolean =>
  !routesByGroup.owners.includes(route) && may(role, route);
