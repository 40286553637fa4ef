import { parseWWWAuthenticateHeader } from 'http-auth-utils';
import { challenge } from '../../../functions/core/http-auth/www-authenticate.ts';

const text = challenge('abc', false);
const each = text.split(/, (?=Digest |Basic )/);

test('the challenge offers SHA-256, then MD5, then Basic', () => {
  expect(each).toEqual([
    'Digest realm="florin", qop="auth", algorithm=SHA-256, nonce="abc", opaque="666c6f72696e", charset="UTF-8"',
    'Digest realm="florin", qop="auth", algorithm=MD5, nonce="abc", opaque="666c6f72696e", charset="UTF-8"',
    'Basic realm="florin", charset="UTF-8"',
  ]);
});

test('the challenge says stale=true if only the nonce is wrong', () => {
  expect(challenge('abc', true).match(/, stale=true/g)).toHaveLength(2);
  expect(text).not.toContain('stale');
});

test.each(each)('another library can parse this part of the challenge: %s', (one) => {
  // The library refuses a parameter of RFC 7616 that it does not know.
  expect(parseWWWAuthenticateHeader(one.replace(', charset="UTF-8"', '')).data).toMatchObject({
    realm: 'florin',
  });
});

/** Reads all parameters as one challenge, like curl, wget and Python's requests. */
test('a client that reads all parts as one challenge gets a complete challenge', () => {
  const params = text.replace(/^Digest /, '').split(/, /);
  const last = Object.fromEntries(params.map((param) => param.split(/=(.*)/s)));
  expect(last).toMatchObject({
    realm: '"florin"',
    qop: '"auth"',
    algorithm: 'MD5',
    nonce: '"abc"',
    opaque: '"666c6f72696e"',
  });
});
