import fc from 'fast-check';
import { DIGEST } from 'http-auth-utils';
import { algorithmOf, algorithms, responseOf } from '../../../functions/core/http-auth/digest-response.ts';
import { example, responses } from './rfc7616.ts';

test.each(algorithms)('the example of RFC 7616, section 3.9.1: %s', (algorithm) => {
  expect(responseOf(example, { ...example, algorithm })).toBe(responses[algorithm]);
});

test.each(algorithms)('for any credentials, what another implementation says: %s', (algorithm) => {
  const texts = fc.record({
    username: fc.string({ unit: 'grapheme' }),
    password: fc.string({ unit: 'grapheme', minLength: 1 }),
    realm: fc.string(),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    uri: fc.webPath(),
    nonce: fc.base64String(),
    nc: fc.constantFrom('00000001', 'ffffffff'),
    cnonce: fc.string(),
  });
  fc.assert(
    fc.property(texts, (given) => {
      const theirs = { ...given, qop: 'auth', algorithm: algorithm.replace('-', '').toLowerCase() };
      expect(responseOf(given, { ...given, algorithm })).toBe(DIGEST.computeHash(theirs));
    }),
  );
});

test('algorithms go by their names in any case; session variants and others are not offered', () => {
  expect(['sha-256', 'SHA-256', 'md5', 'MD5'].map(algorithmOf)).toEqual(['SHA-256', 'SHA-256', 'MD5', 'MD5']);
  for (const name of ['', 'SHA256', 'MD5-sess', 'SHA-256-sess', 'SHA-512-256', '__proto__']) {
    expect(algorithmOf(name)).toBeUndefined();
  }
});
