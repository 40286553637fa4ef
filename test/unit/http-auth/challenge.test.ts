import { parseWWWAuthenticateHeader } from 'http-auth-utils';
import { challenge } from '../../../functions/core/http-auth/challenge.ts';

const text = challenge('abc', false);
const each = text.split(/, (?=Digest |Basic )/);

test('offers SHA-256, then MD5, then Basic', () => {
  expect(each).toEqual([
    'Digest realm="florin", qop="auth", algorithm=SHA-256, nonce="abc", opaque="666c6f72696e"',
    'Digest realm="florin", qop="auth", algorithm=MD5, nonce="abc", opaque="666c6f72696e"',
    'Basic realm="florin"',
  ]);
});

test('says when only the nonce is to blame', () => {
  expect(challenge('abc', true).match(/, stale=true/g)).toHaveLength(2);
  expect(text).not.toContain('stale');
});

test.each(each)('alone is one that others can parse: %s', (one) => {
  expect(parseWWWAuthenticateHeader(one).data).toMatchObject({ realm: 'florin' });
});

/** As curl, wget and Python's requests do. */
test('is a whole challenge to who takes it for one, and reads on', () => {
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
