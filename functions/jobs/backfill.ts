import type { Context } from 'aws-lambda';
import { log } from '#observability/log.ts';
import { backfill } from '#store/backfill.ts';
import { completeShape, keepCursor, readShape } from '#store/shape.ts';
import { shapeVersion } from '#store/table/shape-version.ts';

/** In milliseconds: the time that is kept for one step and the last write. */
const reserve = 60_000;

/**
 * Changes items that earlier releases have written to the shape of this release, and stores its progress in the
 * table. After a deployment an operator runs it (`npx florin operator backfill`) repeatedly until it is `done`.
 *
 * @param asked `steps`: the most steps of this run
 */
export async function handler(
  { steps = Number.POSITIVE_INFINITY }: { steps?: number },
  context?: Partial<Context>,
) {
  const shape = await readShape();
  const result = { version: shapeVersion, done: shape.version >= shapeVersion, changed: 0 };
  if (result.done) return result;
  const left = () => context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
  let step = 0;
  for await (const { cursor, changed } of backfill(shape)) {
    result.changed += changed;
    await keepCursor(shape, cursor);
    if (++step < steps && left() > reserve) continue;
    log('info', { ...result, cursor });
    return result;
  }
  await completeShape();
  log('info', { ...result, done: true });
  return { ...result, done: true };
}
