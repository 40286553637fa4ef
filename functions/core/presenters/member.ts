import { type Id, idDate } from '#domain/id.ts';
import { type Role, roleOf } from '#domain/merchants/roles.ts';

/** An app as other members see it, without its key. */
export const presentApp = ({ id, name }: { id: Id; name: string | null }) => ({
  id,
  name,
  created: idDate(id),
});

/** A user as other members see it, with the role at the merchant. */
export const presentUser = ({ id, email, role }: { id: Id; email: string; role?: Role }) => ({
  id,
  email,
  created: idDate(id),
  role: roleOf({ role }),
});
