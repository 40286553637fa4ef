import { answerTo, challengesIn } from '../support/digest.ts';
import { hello, password, username } from '../support/hello.ts';
import { send } from '../support/http.ts';
import { ownFlorin } from '../support/own-florin.ts';

const own = ownFlorin({ env: { FLORIN_TRIGGERS: 'off' } });
let here: ReturnType<typeof hello>;

beforeAll(() => {
  here = hello(own.florin);
});

/** Lets each write have its effect, and cuts the connection before the answer, `times` times in all. */
function loseAnswers(times: number): { lost(): number } {
  let lost = 0;
  own.proxy.afterAnswer = (operation, asked) => {
    if (!/Put|Update|Delete|Write/.test(operation) || !/helloWorld|nonce/.test(asked)) return;
    if (lost < times && ++lost) throw new Error('The connection is cut');
  };
  return { lost: () => lost };
}

beforeEach(() => {
  own.proxy.afterAnswer = undefined;
});

const list = async () => (await here.api('GET', '/helloWorld')).body as { id: number; name: string }[];

describe.each([1, 2, 3])('if the responses of %d database writes are lost', (times) => {
  test('a create returns 201 and makes one resource', async () => {
    const { lost } = loseAnswers(times);
    const answer = await here.api('POST', '/helloWorld', {
      body: { id: 500 + times, name: `No. ${times}` },
    });
    expect([answer.status, lost()]).toEqual([201, times]);
    expect((await list()).filter(({ name }) => name === `No. ${times}`)).toHaveLength(1);
    // The id of a resource that another client made must still be a conflict.
    loseAnswers(0);
    const taken = await here.api('POST', '/helloWorld', { body: { id: 500 + times, name: 'Bob' } });
    expect(taken.status).toBe(409);
  });

  test('a create without an id returns 201 and makes one resource', async () => {
    const { lost } = loseAnswers(times);
    const answer = await here.api('POST', '/helloWorld', { body: { name: `Ann ${times}` } });
    expect([answer.status, lost()]).toEqual([201, times]);
    const made = (await list()).filter(({ name }) => name === `Ann ${times}`);
    expect(made).toEqual([{ id: here.idIn(answer.headers.location ?? ''), name: `Ann ${times}` }]);
  });

  test('an update and a delete return 200, and a second delete returns 404', async () => {
    const id = here.idIn(await here.create({ name: 'Ann' }));
    loseAnswers(times);
    expect((await here.api('PUT', '/helloWorld', { body: { id, name: 'Bob' } })).status).toBe(200);
    loseAnswers(times);
    expect((await here.api('DELETE', `/helloWorld/${id}`)).status).toBe(200);
    loseAnswers(times);
    expect((await here.api('DELETE', `/helloWorld/${id}`)).status).toBe(404);
  });

  test('a Digest header is accepted once, and its repeat is refused', async () => {
    const uri = '/api/about';
    const refused = await send(own.florin.baseUrl + uri, 'GET');
    const [challenge] = challengesIn(refused.headers['www-authenticate']);
    const authorization = answerTo(challenge ?? { scheme: '' }, { username, password, method: 'GET', uri });
    const { lost } = loseAnswers(times);
    const about = () => send(own.florin.baseUrl + uri, 'GET', { headers: { authorization } });
    expect([(await about()).status, lost()]).toEqual([200, times]);
    expect((await about()).status).toBe(401);
  });
});

test('the service assigns the next free id, and skips the ids that clients chose', async () => {
  const last = here.idIn(await here.create({ name: 'Ann' }));
  const chosen = [Number.MAX_SAFE_INTEGER];
  for (let step = 1; step < 2 ** 40; step *= 2) chosen.push(last + step);
  for (const id of chosen) {
    const { status } = await here.api('POST', '/helloWorld', { body: { id, name: 'taken' } });
    expect([id, status]).toEqual([id, 201]);
  }
  const free: number[] = [];
  for (let id = last; free.length < 20; id++) if (id > last && !chosen.includes(id)) free.push(id);
  const made: number[] = [];
  while (made.length < 20) made.push(here.idIn(await here.create({ name: 'Bob' })));
  expect(made).toEqual(free);
  expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining([...chosen, ...made]));
});

test('ten creates at the same time skip taken ids, and each gets its own id', async () => {
  const last = here.idIn(await here.create({ name: 'Ann' }));
  const take = (id: number) => here.api('POST', '/helloWorld', { body: { id, name: 'taken' } });
  await Promise.all(Array.from({ length: 10 }, (_, n) => take(last + 1 + n)));
  const made = await Promise.all(Array.from({ length: 10 }, () => here.create({ name: 'Bob' })));
  const ids = made.map(here.idIn);
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) expect(id > last + 10 && id < last + 100).toBe(true);
});
