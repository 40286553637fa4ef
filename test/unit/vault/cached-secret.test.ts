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

test('reads once, however many requests wait for it', async () => {
  const { here, cached } = setUp();
  const all = await Promise.all(Array.from({ length: 20 }, () => cached.current()));
  here.now = 299 * second;
  all.push(await cached.current());
  expect(new Set(all).size).toBe(1);
  expect(here.reads).toBe(1);
});

test('reads again when it may have been rotated', async () => {
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

test('guesses do not make it read more often than every five seconds', async () => {
  const { here, cached } = setUp();
  const guesses = 600;
  for (let guess = 0; guess < guesses; guess++) {
    here.now = guess * 100;
    await cached.newerThan(await cached.current());
  }
  expect(here.reads).toBe(Math.ceil((guesses * 100) / (5 * second)));
});

test('an old secret ends after five minutes, also where nobody has tried the new one', async () => {
  const { here, cached } = setUp();
  await cached.current();
  here.secret = 'new';
  here.now = 300 * second;
  expect(await cached.current()).toEqual({ secret: 'new' });
});

test('a failure is not kept', async () => {
  const { here, cached } = setUp();
  here.fails = true;
  await expect(cached.current()).rejects.toThrow('away');
  here.fails = false;
  expect(await cached.current()).toEqual({ secret: 'old' });
});
