import { failure } from '../api/support/answer.ts';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../api/support/webhook-receivers.ts';

const own = ownFlorin({ env: { FLORIN_VISIBILITY_SECONDS: '1' } });
const receiver = receivers();

/** More attempts than a queue's messages usually get. */
const attempts = 8;

test('records of the stream that fail for long do not hold up others, and none of them is lost', async () => {
  const [ill, well] = await Promise.all([receiver(), receiver()]);
  const [bad, good] = await Promise.all([ill, well].map(({ url }) => merchantWithEndpointIn(own.here)(url)));
  if (!bad || !good) throw new Error('No merchants');
  const rename = ({ key, merchant }: typeof bad, name: string) =>
    own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { name } });

  // An error that DynamoDB's client does not retry, such as one that a bug causes.
  let refused = 0;
  own.proxy.instead = (operation, body) => {
    if (operation === 'GetItem' || !body.includes(`event#${bad.merchant.id}`)) return undefined;
    refused += 1;
    return failure('ValidationException');
  };
  const names = Array.from({ length: 5 }, (_, n) => `Name ${n}`);
  for (const name of names) expect((await rename(bad, name)).status).toBe(204);
  await waitUntil(
    async () => refused,
    (count) => count >= attempts * names.length,
    100,
  );
  expect((await rename(good, 'On time')).status).toBe(204);
  const [first] = await well.events(1);
  expect(first.data.merchant.name).toBe('On time');
  expect(ill.received).toEqual([]);

  own.proxy.instead = undefined;
  const events = await ill.events(names.length);
  expect(events.map(({ data }) => data.merchant.name).sort()).toEqual(names);
  expect(await aws(own.florin.aws).waiting('EventDeadLetters')).toBe(0);
  await aws(own.florin.aws).emptied('EventRetries');
});
