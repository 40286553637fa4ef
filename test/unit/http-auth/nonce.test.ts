import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { makeNonce, verifyNonce } from '../../../functions/core/http-auth/nonce.ts';

const key = randomBytes(32);
const now = Date.UTC(2026, 2, 13, 12);
const opened = (text: string, at = now, by = key) => verifyNonce(by, text, at, 300);

test('a nonce is valid until the end of its lifetime', () => {
  const text = makeNonce(key, now);
  expect(opened(text)).toEqual({ text, expires: now / 1000 + 300 });
  expect(opened(text, now + 299_999)).toBeDefined();
  expect(opened(text, now + 300_000)).toBeUndefined();
});

test('each nonce is different', () => {
  expect(new Set(Array.from({ length: 100 }, () => makeNonce(key, now))).size).toBe(100);
});

test('a nonce by another key is refused', () => {
  expect(opened(makeNonce(randomBytes(32), now))).toBeUndefined();
});

test('a nonce with any change is refused', () => {
  const text = makeNonce(key, now);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < text.length; at++) {
    for (const letter of alphabet.replace(text[at] as string, '')) {
      expect(opened(text.slice(0, at) + letter + text.slice(at + 1))).toBeUndefined();
    }
  }
  for (const other of [`${text}A`, text.slice(1), `${text}=`, ` ${text}`, text.replace(/.$/, '\n'), '']) {
    expect(opened(other)).toBeUndefined();
  }
});

test('an arbitrary text is refused as a nonce', () => {
  fc.assert(fc.property(fc.string(), (text) => expect(opened(text)).toBeUndefined()));
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 39, maxLength: 39 }), (bytes) =>
      expect(opened(Buffer.from(bytes).toString('base64url'))).toBeUndefined(),
    ),
  );
});

test('a nonce has 52 characters, which need no quoting', () => {
  expect(makeNonce(key, now)).toMatch(/^[\w-]{52}$/);
});
