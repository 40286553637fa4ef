import { hold } from '../../../functions/core/vault/held.ts';

const second = 1000;

function setUp() {
  const here = { now: 0, secret: 'old', reads: 0, fails: false };
  const held = hold(
    async () => {
      here.reads += 1;
      if (here.fails) throw new Error('Secrets Manager is away');
      return { secret: here.secret };
    },
    () => here.now,
  );
  return { here, held };
}

test('reads once, however many requests wait for it', async () => {
  const { here, held } = setUp();
  const all = await Promise.all(Array.from({ length: 20 }, () => held.current()));
  here.now = 299 * second;
  all.push(await held.current());
  expect(new Set(all).size).toBe(1);
  expect(here.reads).toBe(1);
});

test('reads again when it may have been rotated', async () => {
  const { here, held } = setUp();
  const old = await held.current();
  here.secret = 'new';
  here.now = 5 * second;
  const [first, second_] = await Promise.all([held.newerThan(old), held.newerThan(old)]);
  expect(first).toEqual({ secret: 'new' });
  expect(second_).toBe(first);
  expect(await held.current()).toBe(first);
  expect(here.reads).toBe(2);
});

test('guesses do not make it read more often than every five seconds', async () => {
  const { here, held } = setUp();
  const guesses = 600;
  for (let guess = 0; guess < guesses; guess++) {
    here.now = guess * 100;
    await held.newerThan(await held.current());
  }
  expect(here.reads).toBe(Math.ceil((guesses * 100) / (5 * second)));
});

test('an old secret ends after five minutes, also where nobody has tried the new one', async () => {
  const { here, held } = setUp();
  await held.current();
  here.secret = 'new';
  here.now = 300 * second;
  expect(await held.current()).toEqual({ secret: 'new' });
});

test('a failure is not kept', async () => {
  const { here, held } = setUp();
  here.fails = true;
  await expect(held.current()).rejects.toThrow('away');
  here.fails = false;
  expect(await held.current()).toEqual({ secret: 'old' });
});
