import fc from 'fast-check';
import { DIGEST } from 'http-auth-utils';
import { algorithmOf, algorithms, responseOf } from '../../../functions/core/http-auth/digest-response.ts';
import { example, responses } from './rfc7616.ts';

test.each(algorithms)('responseOf gives the %s response in section 3.9.1 of RFC 7616', (algorithm) => {
  expect(responseOf(example, { ...example, algorithm })).toBe(responses[algorithm]);
});

test.each(algorithms)(
  'responseOf agrees with another implementation for any credentials with %s',
  (algorithm) => {
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
  },
);

test('algorithmOf finds MD5 and SHA-256 in any case, and no other algorithm', () => {
  expect(['sha-256', 'SHA-256', 'md5', 'MD5'].map(algorithmOf)).toEqual(['SHA-256', 'SHA-256', 'MD5', 'MD5']);
  for (const name of ['', 'SHA256', 'MD5-sess', 'SHA-256-sess', 'SHA-512-256', '__proto__']) {
    expect(algorithmOf(name)).toBeUndefined();
  }
});
