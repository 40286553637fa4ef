import { BoundedMap } from '#basics/bounded-map.ts';
import type { Id } from '#domain/id.ts';
import { noteEvery, useToNote } from '#domain/merchants/app-use.ts';
import { log } from '#observability/log.ts';
import type { StoredKey } from '#store/merchants/apps.ts';
import { storeUse } from '#store/merchants/store-use.ts';
import type { Key } from '#store/table/keys.ts';

/** When this instance last tried to note the use of an app. A write that fails or hangs is not tried again for a while. */
const tried = new BoundedMap<Id, number>(1000);

/** The most writes under way. An attacker with many keys causes no more. */
const most = 20;
let underWay = 0;

/**
 * Notes the use of a key if its day or network differs from the stored one. Nobody waits for the write, and nobody learns
 * whether it failed: the next use then differs again. Lambda freezes a function after its answer, but the request has left it
 * by then, so DynamoDB executes it.
 */
export function noteUse({ pk, sk, appId, used }: Key & StoredKey, address: string, now = Date.now()): void {
  const use = useToNote(used, address, now);
  if (!use || underWay >= most || now - (tried.get(appId) ?? 0) < noteEvery) return;
  tried.set(appId, now);
  underWay++;
  void storeUse({ pk, sk }, appId, use)
    .catch(({ name }: Error) => log('info', { appId, error: name, unnoted: 'use of a key' }))
    .finally(() => {
      underWay--;
    });
}
