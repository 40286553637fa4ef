import type * as Seal from '../../../functions/core/vault/seal.ts';
import { labelOf, mayUnseal } from '../../../functions/core/vault/token.ts';

const second = 1000;
const hour = 3600 * second;
const start = Date.UTC(2026, 0, 1);

let vault: typeof Seal;

beforeAll(async () => {
  process.env.SEAL_KEY = Buffer.alloc(32, 7).toString('base64');
  vault = await import('../../../functions/core/vault/seal.ts');
});

beforeEach(() => jest.useFakeTimers({ now: start }));
afterEach(() => jest.useRealTimers());

const types = ['pcn', 'pcsc', 'hint', 'tds', 'frame', 'code', 'watch'] as const;

test.each(types)('a token of type %s can be decrypted for an hour, and not a second longer', async (type) => {
  const token = await vault.seal(type, 'secret');
  for (const age of [0, hour / 2, hour]) {
    jest.setSystemTime(start + age);
    expect(await vault.unseal(type, token)).toEqual({ value: 'secret' });
    expect(mayUnseal(token)).toBe(true);
  }
  for (const age of [hour + second, 24 * hour, 1000 * 24 * hour]) {
    jest.setSystemTime(start + age);
    expect(await vault.unseal(type, token)).toEqual({ error: 'invalid' });
    expect(mayUnseal(token)).toBe(false);
  }
});

test('a token with a changed expiry is invalid', async () => {
  const token = await vault.seal('pcn', 'secret');
  const [type, expiry = '', id, sealed] = token.split('.');
  const later = (Number.parseInt(expiry, 36) + 3600).toString(36);
  jest.setSystemTime(start + hour + second);
  for (const other of [later, 'zzzzzz', 'zzzzzzzzzz'])
    expect(await vault.unseal('pcn', [type, other, id, sealed].join('.'))).toEqual({ error: 'invalid' });
});

test('a token with any change is invalid, even in its unencrypted parts', async () => {
  const token = await vault.seal('tds', 'secret');
  const [, expiry, id, sealed] = token.split('.');
  const others = Array.from(token, (character, at) => {
    const other = character === 'A' ? 'B' : 'A';
    return token.slice(0, at) + other + token.slice(at + 1);
  });
  others.push(
    `tds.0${expiry}.${id}.${sealed}`,
    `tds.${expiry}.${id}.${sealed}=`,
    ` ${token}`,
    `${token}\n`,
    token.slice(0, -1),
    `tds.${expiry}.${id}.`,
    `tds.${expiry}.${sealed}`,
    '',
  );
  for (const other of others)
    expect([other, await vault.unseal('tds', other)]).toEqual([other, { error: 'invalid' }]);
});

test('a token has one spelling: unused bits of its last character must be zero', async () => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const [value, unused] of [
    ['secrets', 4],
    ['secret!!', 2],
  ] as const) {
    const token = await vault.seal('tds', value);
    for (let bits = 1; bits < 2 ** unused; bits++) {
      const other = token.slice(0, -1) + digits[digits.indexOf(token.slice(-1)) + bits];
      expect([await vault.unseal('tds', other), mayUnseal(other)]).toEqual([{ error: 'invalid' }, false]);
    }
  }
});

test('a token of one type is refused as a token of another type', async () => {
  for (const type of types) {
    const token = await vault.seal(type, 'secret');
    for (const other of types.filter((name) => name !== type)) {
      expect(await vault.unseal(other, token)).toEqual({ error: 'type' });
      expect(await vault.unseal(other, token.replace(type, other))).toEqual({ error: 'invalid' });
      expect(labelOf(other, token)).toBeUndefined();
    }
  }
});

test('the labels of tokens with the same value differ, even after the tokens have expired', async () => {
  const tokens = await Promise.all(Array.from({ length: 100 }, () => vault.seal('tds', 'secret')));
  jest.setSystemTime(start + 2 * hour);
  const labels = tokens.map((token) => labelOf('tds', token));
  expect(labels).not.toContain(undefined);
  expect(new Set(labels).size).toBe(100);
});

test('a stored value can be decrypted under its own label only, and never as a token', async () => {
  const sealed = await vault.sealAtRest('webhook 1', 'secret');
  expect(sealed).not.toContain('secret');
  jest.setSystemTime(start + 1000 * 24 * hour);
  expect(await vault.unsealAtRest('webhook 1', sealed)).toBe('secret');
  for (const label of ['webhook 2', 'at rest webhook 1', ''])
    await expect(vault.unsealAtRest(label, sealed)).rejects.toThrow(`sealed as ${label}`);
  const token = await vault.seal('pcn', '4111');
  const [, label = '', content = ''] = /^(.*)\.(.*)$/.exec(token) ?? [];
  expect(
    await vault.unseal('pcn', `${label}.${Buffer.from(sealed, 'base64').toString('base64url')}`),
  ).toEqual({ error: 'invalid' });
  const bytes = Buffer.from(content, 'base64url').toString('base64');
  await expect(vault.unsealAtRest(label, bytes)).rejects.toThrow();
});
