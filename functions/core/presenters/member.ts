import { type Id, idDate } from '#domain/id.ts';

/** An app as other members see it, without its key. */
export const presentApp = ({ id, name }: { id: Id; name: string | null }) => ({
  id,
  name,
  created: idDate(id),
});

export const presentUser = ({ id, email }: { id: Id; email: string }) => ({ id, email, created: idDate(id) });
