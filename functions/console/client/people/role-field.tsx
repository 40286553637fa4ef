import type { AppRole } from '#domain/merchants/roles.ts';
import { Select } from '../parts/field.tsx';
import { t } from '../values/texts.ts';

/** Chooses one of the roles of people, or of those of apps. */
export const RoleField = <R extends AppRole>({
  role,
  roles,
  hint = t.people.roleHints[role],
  choose,
}: {
  role: R;
  roles: readonly R[];
  hint?: string;
  choose: (role: R) => void;
}) => (
  <Select
    label={t.people.role}
    hint={hint}
    value={role}
    options={roles.map((one) => [one, t.people.roles[one]])}
    onChange={(value) => choose(roles.find((one) => one === value) ?? role)}
  />
);
