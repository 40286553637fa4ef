import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { membersOf, merchantsOf } from '../table/keys.ts';
import { listFrom } from '../table/list.ts';
import { type Item, queryPartition } from '../table/read.ts';

/** The app that made a merchant; undefined if it is no longer a member. */
export async function founderOf(merchantId: Id): Promise<Id | undefined> {
  const { pk, prefix } = membersOf(merchantId, 'app');
  const apps = (await queryPartition(pk, prefix)) as (Item & { id: Id; founding?: true })[];
  return apps.find(({ founding }) => founding)?.id;
}

/**
 * The app that decides the quotas of what a caller makes, by whether an operator vouches for the app. For a user it
 * is the app that made the merchant, if that app is still a member.
 */
export const standingOf = async (merchantId: Id, { kind, id }: Caller): Promise<Id> =>
  kind === 'app' ? id : ((await founderOf(merchantId)) ?? id);

/** The test merchants that an app has made and is still a member of. */
export async function* foundedBy(appId: Id): AsyncGenerator<Id> {
  const founded = listFrom<{ founding?: true }>(merchantsOf({ kind: 'app', id: appId }, true), {
    limit: 100,
  });
  for await (const { listSk, founding } of founded) if (founding) yield listSk as Id;
}
