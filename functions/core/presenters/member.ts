import { utcDay } from '#basics/time.ts';
import type { Maker } from '#domain/caller.ts';
import { type Id, idDate } from '#domain/id.ts';
import type { AppLimits } from '#domain/merchants/app-limits.ts';
import type { AppUse } from '#domain/merchants/app-use.ts';
import { type Role, roleOf } from '#domain/merchants/roles.ts';

type ShownApp = AppLimits & { id: Id; name: string | null; madeBy?: Maker; used?: AppUse };

/** An app as other members see it, without its key. Only an app with limits, or with a known maker, has more than three fields. */
export const presentApp = ({ id, name, role, refundCaps, expiresAt, networks, madeBy, used }: ShownApp) => ({
  id,
  name,
  created: idDate(id),
  ...(role && { role }),
  ...(refundCaps && { refundCaps: refundCaps.map(({ currency, each, day }) => ({ currency, each, day })) }),
  ...(expiresAt && { expires: expiresAt }),
  ...(networks && { networks }),
  ...(madeBy && { madeBy: { kind: madeBy.kind, id: madeBy.id, email: madeBy.email ?? null } }),
  ...(used && { lastUse: { day: utcDay(used.at), network: used.network } }),
});

/** A user as other members see it, with the role at the merchant. */
export const presentUser = ({ id, email, role }: { id: Id; email: string; role?: Role }) => ({
  id,
  email,
  created: idDate(id),
  role: roleOf({ role }),
});
