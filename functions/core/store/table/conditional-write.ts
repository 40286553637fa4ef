import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

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
