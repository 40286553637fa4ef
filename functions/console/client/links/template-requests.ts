import { comparedName } from '#domain/console/template-name.ts';
import { type Call, call } from '../requests/api.ts';
import type { LinkTemplate } from '../values/types.ts';

/** The values of a payment link's form: the terms of a template, without values that users enter for each link. */
export type Terms = Omit<LinkTemplate, 'id' | 'version' | 'name'>;

const pathOf = (merchantId: string) => `api/merchants/${merchantId}/templates`;

/** The templates that a merchant's users share, by name. */
export const listTemplates = (merchantId: string, { signal }: Pick<Call, 'signal'> = {}) =>
  call<LinkTemplate[]>('GET', pathOf(merchantId), { signal });

/** Saves a template. It replaces a known template of the same name, unless a colleague has changed that template since. */
export async function saveTemplate(
  merchantId: string,
  name: string,
  terms: Terms,
  known: readonly LinkTemplate[],
): Promise<void> {
  const replaces = known.find((one) => comparedName(one.name) === comparedName(name))?.version;
  const given = Object.entries({ name, ...terms, replaces }).filter(([, value]) => value != null);
  await call('PUT', pathOf(merchantId), { body: Object.fromEntries(given) });
}

export const removeTemplate = (merchantId: string, { id }: LinkTemplate): Promise<undefined> =>
  call('DELETE', `${pathOf(merchantId)}/${id}`);
