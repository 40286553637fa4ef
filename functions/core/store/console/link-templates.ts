import type { Caller } from '#domain/caller.ts';
import { type LinkTemplate, mostTemplates } from '#domain/console/link-template.ts';
import { type Id, newId } from '#domain/id.ts';
import { Conflict, NotFound, Refused } from '#domain/outcome.ts';
import { requireMember } from '../merchants/members.ts';
import { templateCountKey, templateKey, templatesOf } from '../table/keys.ts';
import { type Item, queryPartition } from '../table/read.ts';
import { put, remove, transact, update } from '../table/transact.ts';

/** A template as it is stored. Each change gives the template a new version. */
export interface StoredTemplate extends LinkTemplate {
  id: Id;
  version: Id;
}

const changedMeanwhile = () => new Conflict('Somebody has changed this template in the meantime');

/**
 * Stores a template under its name.
 *
 * @param seen the version that the caller replaces; undefined for a name that has no template so far
 * @throws Conflict if somebody has changed, made or removed the template in the meantime, Refused if the merchant has
 *   too many, NoAccess
 */
export async function saveTemplate(
  merchantId: Id,
  caller: Caller,
  template: Omit<StoredTemplate, 'version'>,
  seen: Id | undefined,
): Promise<StoredTemplate> {
  const stored = { ...template, version: newId() };
  const item = { ...templateKey(merchantId, template.id), ...stored };
  const member = requireMember(merchantId, caller);
  if (seen === undefined)
    await transact([
      member,
      { item: put(item, 'attribute_not_exists(pk)'), onFailed: changedMeanwhile },
      {
        item: update(
          templateCountKey(merchantId),
          'ADD templates :one',
          { ':one': 1, ':most': mostTemplates },
          { condition: 'attribute_not_exists(templates) OR templates < :most' },
        ),
        onFailed: () =>
          new Refused([{ field: 'templates', message: `There are ${mostTemplates} templates already` }]),
      },
    ]);
  else
    await transact([
      member,
      { item: put(item, 'version = :seen', { ':seen': seen }), onFailed: changedMeanwhile },
    ]);
  return stored;
}

/** Removes a template. @throws NotFound, NoAccess */
export const removeTemplate = (merchantId: Id, caller: Caller, id: Id): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    { item: remove(templateKey(merchantId, id)), onFailed: () => new NotFound() },
    { item: update(templateCountKey(merchantId), 'ADD templates :less', { ':less': -1 }) },
  ]);

/** Lists all templates of a merchant, sorted by name. */
export async function listTemplates(merchantId: Id): Promise<StoredTemplate[]> {
  const { pk, prefix } = templatesOf(merchantId);
  const templates = (await queryPartition(pk, prefix)) as (Item & StoredTemplate)[];
  return templates.sort((one, other) => (one.name < other.name ? -1 : 1));
}
