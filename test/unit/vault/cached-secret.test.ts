import { cachedSecret } from '../../../functions/core/vault/cached-secret.ts';

const second = 1000;

function setUp() {
  const here = { now: 0, secret: 'old', reads: 0, fails: false };
  const cached = cachedSecret(
    async () => {
      here.reads += 1;
      if (here.fails) throw new Error('Secrets Manager is away');
      return { secret: here.secret };
    },
    () => here.now,
  );
  return { here, cached };
}

test('the cache reads the secret once for any number of requests', async () => {
  const { here, cached } = setUp();
  const all = await Promise.all(Array.from({ length: 20 }, () => cached.current()));
  here.now = 299 * second;
  all.push(await cached.current());
  expect(new Set(all).size).toBe(1);
  expect(here.reads).toBe(1);
});

test('the cache reads again when a request needs a newer secret', async () => {
  const { here, cached } = setUp();
  const old = await cached.current();
  here.secret = 'new';
  here.now = 5 * second;
  const [first, second_] = await Promise.all([cached.newerThan(old), cached.newerThan(old)]);
  expect(first).toEqual({ secret: 'new' });
  expect(second_).toBe(first);
  expect(await cached.current()).toBe(first);
  expect(here.reads).toBe(2);
});

test('requests for a newer secret cause at most one read in five seconds', async () => {
  const { here, cached } = setUp();
  const guesses = 600;
  for (let guess = 0; guess < guesses; guess++) {
    here.now = guess * 100;
    await cached.newerThan(await cached.current());
  }
  expect(here.reads).toBe(Math.ceil((guesses * 100) / (5 * second)));
});

test('an old secret leaves the cache after five minutes, even if no request used the new one', async () => {
  const { here, cached } = setUp();
  await cached.current();
  here.secret = 'new';
  here.now = 300 * second;
  expect(await cached.current()).toEqual({ secret: 'new' });
});

test('the cache reads again after a failure', async () => {
  const { here, cached } = setUp();
  here.fails = true;
  await expect(cached.current()).rejects.toThrow('away');
  here.fails = false;
  expect(await cached.current()).toEqual({ secret: 'old' });
});

test('a good secret stays in the cache while a stranger causes a read, and after that read has failed', async () => {
  const { here, cached } = setUp();
  const good = await cached.current();
  here.now = 10 * second;
  here.fails = true;
  const guess = cached.newerThan(good);
  const meanwhile = cached.current();
  await expect(guess).rejects.toThrow('away');
  expect(await meanwhile).toBe(good);
  here.now = 299 * second;
  expect(await cached.current()).toBe(good);
  here.now = 300 * second;
  await expect(cached.current()).rejects.toThrow('away');
});
