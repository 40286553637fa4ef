import type { Id } from '#domain/id.ts';
import type { AppUse } from '#domain/merchants/app-use.ts';
import { appKey } from '../table/keys.ts';
import { chunks, type Slice } from '../table/list.ts';
import { getAll, type Item } from '../table/read.ts';
import { type AppMembership, listApps } from './members.ts';

/** The number of apps that are read at the same time. */
const atOnce = 100;

/**
 * The apps of a merchant with the last use of their keys, for half a read unit each. Anybody can add any app by its id, and
 * would learn from which network its owner works. So an app shows its use only to the merchant that it has made, or that has
 * made its key.
 */
export async function* listAppsWithUses(
  merchantId: Id,
  slice: Slice,
): AsyncGenerator<Item & AppMembership & { used?: AppUse }> {
  for await (const some of chunks(listApps(merchantId, slice), Math.min(slice.limit, atOnce))) {
    const own = some.filter(({ founding, keyMade }) => founding || keyMade);
    const apps = await getAll<Item & { id: Id; used?: AppUse }>(
      own.map(({ id }) => appKey(id)),
      { consistent: false },
    );
    const uses = new Map(apps.map(({ id, used }) => [id, used]));
    for (const app of some) {
      const used = uses.get(app.id);
      yield used ? { ...app, used } : app;
    }
  }
}
