import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { eachMessage } from '../../../functions/core/jobs/messages.ts';

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

describe('messages of a queue', () => {
  const event = {
    Records: ['a', 'b'].map((messageId) => ({ messageId, body: JSON.stringify({ is: messageId }) })),
  } as SQSEvent;

  test('messages of a queue that take too long fail alone, before the function’s time is over', async () => {
    const slowly = ({ is }: { is: string }) =>
      is === 'b' ? sleep(60_000, undefined, { ref: false }) : Promise.resolve();
    const context = { getRemainingTimeInMillis: () => 1_050 };
    expect(await eachMessage(slowly)(event, context)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'b' }],
    });
    expect(logged.mock.calls.join('')).toContain('The message took too long');
  });
});
