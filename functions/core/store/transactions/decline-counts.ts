import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { Conflict } from '#domain/outcome.ts';
import type { DeclineCount } from '#domain/transactions/decline-limits.ts';
import { requireMember } from '../merchants/members.ts';
import { documents, table } from '../table/client.ts';
import { cardSecretKey, declinesKey, limitedKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, update } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

const expiry = (): number => inSeconds(Date.now()) + 2 * daySeconds;

/**
 * Reads counters of a day. The result leaves out those without a decline. No payment waits for a busy counter: a read that
 * fails is not repeated, and counts as no declines.
 */
export async function readDeclines(
  names: readonly string[],
  today: string,
): Promise<Map<string, DeclineCount>> {
  const Keys = names.map((name) => declinesKey(name, today));
  const request = new BatchGetCommand({ RequestItems: { [table]: { Keys } } });
  const { Responses } = await documents.send(request).catch(() => ({ Responses: undefined }));
  const items = (Responses?.[table] ?? []) as (Item & DeclineCount)[];
  const found = new Map(items.map((item) => [item.pk, item]));
  return new Map(
    names.flatMap((name) => {
      const item = found.get(declinesKey(name, today).pk);
      return item ? [[name, item]] : [];
    }),
  );
}

/**
 * Counts a decline, together with the approved payments since the last one. A write that fails is not repeated: a thief
 * could otherwise keep functions waiting for a busy counter.
 *
 * @returns the counts after it; undefined if it could not be counted
 */
export async function countDecline(
  name: string,
  today: string,
  approved: number,
): Promise<DeclineCount | undefined> {
  const request = new UpdateCommand({
    TableName: table,
    Key: declinesKey(name, today),
    UpdateExpression: 'ADD declines :one, approved :approved SET expires = :expires',
    ExpressionAttributeValues: { ':one': 1, ':approved': approved, ':expires': expiry() },
    ReturnValues: 'ALL_NEW',
  });
  const written = await documents.send(request).catch(() => undefined);
  return written?.Attributes as DeclineCount | undefined;
}

/** Reads one counter, for its merchant. */
export const readDecline = (name: string, today: string): Promise<DeclineCount | undefined> =>
  get<Item & DeclineCount>(declinesKey(name, today));

/**
 * Stores in a merchant's counter until when payments pass. Payments read the counter anyway.
 *
 * @throws Conflict if somebody has let payments pass in the meantime, NoAccess
 */
export const storePass = (
  merchantId: Id,
  caller: Caller,
  name: string,
  today: string,
  { passes = 0, until }: { passes?: number | undefined; until: number },
): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    {
      item: update(
        declinesKey(name, today),
        'SET passUntil = :until, passes = :next',
        { ':until': until, ':next': passes + 1, ...(passes > 0 && { ':passes': passes }) },
        {
          condition:
            passes > 0 ? 'passes = :passes' : 'attribute_exists(pk) AND attribute_not_exists(passes)',
        },
      ),
      onFailed: () => new Conflict('Somebody has let payments pass in the meantime'),
    },
  ]);

/** Notes that the payments of a merchant need 3-D Secure today, for the merchant's event. @returns whether that is new */
export const noteLimited = (merchantId: Id, test: boolean, today: string): Promise<boolean> =>
  writeOne({
    item: put(
      { ...limitedKey(merchantId, today), id: merchantId, test, at: Date.now(), expires: expiry() },
      'attribute_not_exists(pk)',
    ),
    onFailed: unneededWrite,
  });

/** The encrypted secret of the fingerprints of cards. It exists since the first decline that was counted. */
export const readCardSecret = async (): Promise<string | undefined> =>
  (await get<Item & { sealed: string }>(cardSecretKey))?.sealed;

/** @returns whether this is the secret; false if another one was stored before */
export const storeCardSecret = (sealed: string): Promise<boolean> =>
  writeOne({
    item: put({ ...cardSecretKey, sealed }, 'attribute_not_exists(pk)'),
    onFailed: unneededWrite,
  });
