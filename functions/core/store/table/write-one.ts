import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { documents } from './client.ts';
import { hadNoEffect, isThrottled, retryWithBackoff } from './retry.ts';
import type { Write } from './transact.ts';
import { UnneededWrite } from './unneeded-writes.ts';

type Existing = Record<string, unknown> | undefined;

/**
 * Writes one item, for half the units and half the time of a transaction. Unlike for a transaction, DynamoDB does not
 * recognize a repeat after a lost answer, so the condition of the repeat fails.
 *
 * @param isDone tells from the present item whether an earlier attempt has written it; asked only after a lost answer
 * @returns whether it was written; false if it was {@link UnneededWrite}
 */
export async function writeOne(
  { item, onFailed, onThrottled }: Write,
  isDone: (existing: Existing) => boolean = () => false,
): Promise<boolean> {
  let now = item;
  /** Whether an attempt may have had its effect. Then every further attempt must be identical. */
  let unknown = false;
  try {
    await retryWithBackoff(attempt);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const existing = error.Item && unmarshall(error.Item);
    if (unknown && isDone(existing)) return true;
    const failure = onFailed?.(existing) ?? error;
    if (failure instanceof UnneededWrite) return false;
    throw failure;
  }

  async function attempt(): Promise<void> {
    try {
      await send(now);
    } catch (error) {
      const failure = error as Error;
      unknown ||= !(failure instanceof ConditionalCheckFailedException || hadNoEffect(failure));
      const other = isThrottled(failure) ? await onThrottled?.() : undefined;
      if (other && !unknown) now = other;
      throw error;
    }
  }
}

async function send({ Put, Update, Delete }: Write['item']): Promise<void> {
  if (Put) await documents.send(new PutCommand(Put));
  if (Update) await documents.send(new UpdateCommand(Update as UpdateCommand['input']));
  if (Delete) await documents.send(new DeleteCommand(Delete));
}

/** Awaits a write that has a condition. @returns DynamoDB's answer; undefined if the condition failed */
export async function answerIfWritten<Answer>(writing: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Awaits a write that has a condition. @returns false if the condition failed */
export const isWritten = async (writing: Promise<unknown>): Promise<boolean> =>
  (await answerIfWritten(writing.then(() => true))) ?? false;
