import type { handler } from '../../../functions/jobs/reread-stream.ts';
import { awsService } from '../aws-service.ts';

/** The pages of the stream: records by their sequence number. */
let pages: object[][] = [];
/** The place at which the reading began. */
let begun: object | undefined;
/** The records that were sent to each queue. */
const sent: [queue: string, record: string][] = [];

const aws = awsService((body, headers) => {
  const [, action = ''] = String(headers['x-amz-target']).split('.');
  if (action === 'SendMessageBatch') {
    for (const { MessageBody } of body.Entries)
      sent.push([body.QueueUrl.replace(/.*\//, ''), JSON.parse(MessageBody).eventID]);
    return [200, {}];
  }
  if (action === 'GetShardIterator') begun = body;
  const page = Number(body.ShardIterator ?? 0);
  const NextShardIterator = page + 1 < pages.length ? String(page + 1) : undefined;
  const answers: Record<string, object> = {
    DescribeTable: { Table: { LatestStreamArn: 'arn' } },
    DescribeStream: { StreamDescription: { Shards: [{ ShardId: 'shard' }] } },
    GetShardIterator: { ShardIterator: '0' },
    GetRecords: { Records: pages[page] ?? [], NextShardIterator },
  };
  return [200, answers[action] ?? {}];
});

let job: typeof handler;
beforeAll(async () => {
  const filter = (eventName: string) => [JSON.stringify({ eventName: [eventName] })];
  const filters = { PublishEvents: filter('INSERT'), SendMail: filter('MODIFY') };
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL: await aws.listen(), AWS_REGION: 'eu-west-1', TABLE_NAME: 'table' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', FILTERS: JSON.stringify(filters) },
    EVENT_RETRIES_URL: 'https://sqs.example/1/events',
    MAIL_RETRIES_URL: 'https://sqs.example/1/mails',
  });
  job = (await import('../../../functions/jobs/reread-stream.ts')).handler;
});
beforeEach(() => {
  sent.length = 0;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const noon = Date.parse('2026-11-26T12:00:00Z');
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

/** A record from this number of minutes after noon. The number is also its id. */
const record = (minutes: number, eventName = 'INSERT') => ({
  ...{ eventID: String(minutes), eventName },
  dynamodb: {
    SequenceNumber: String(minutes),
    ApproximateCreationDateTime: Date.parse(at(minutes)) / 1000,
  },
});

test.each([
  ['PublishEvents', 'events', ['1', '3']],
  ['SendMail', 'mails', ['2']],
])('%s gets its own records again, by its own queue', async (name, queue, ids) => {
  pages = [[record(1), record(2, 'MODIFY')], [record(3)]];
  const result = await job({ job: name, to: at(9) });
  expect(result).toEqual({ job: name, to: at(9), read: 3, sent: ids.length });
  expect(sent).toEqual(ids.map((id) => [queue, id]));
});

test('only records of the period are sent, and those of the minute before, as DynamoDB may round times down', async () => {
  pages = [[-2, -1, -0.5, 0, 5, 5.5].map((minutes) => record(minutes))];
  const result = await job({ job: 'PublishEvents', from: at(0), to: at(5) });
  expect(result).toMatchObject({ read: 6, sent: 3 });
  expect(sent.map(([, id]) => id)).toEqual(['-0.5', '0', '5']);
});

test('a run without time left names its position, at which the next run continues', async () => {
  pages = [[record(1)], [record(2)]];
  const after = { shard: 'shard', sequence: '1' };
  const context = { getRemainingTimeInMillis: () => 29_999 };
  expect(await job({ job: 'PublishEvents', to: at(9) }, context)).toMatchObject({ read: 1, after });
  pages = [[record(2)]];
  const enough = { getRemainingTimeInMillis: () => 30_000 };
  const rest = await job({ job: 'PublishEvents', to: at(9), after }, enough);
  expect([rest, begun]).toMatchObject([{ read: 1, sent: 1 }, { SequenceNumber: '1' }]);
  expect(rest).not.toHaveProperty('after');
  expect(sent.map(([, id]) => id)).toEqual(['1', '2']);
});

test.each([
  [{}, 'Expected {"job"'],
  [{ job: 'PayOut' }, 'Expected {"job"'],
  [{ job: 'SendMail', from: 'yesterday' }, '`from` must be a time'],
  [{ job: 'SendMail', to: 7 }, '`to` must be a time'],
])('the command %j is refused, and sends nothing', async (command, message) => {
  pages = [[record(1), record(2, 'MODIFY')]];
  await expect(job(command)).rejects.toThrow(message);
  expect(sent).toEqual([]);
});
