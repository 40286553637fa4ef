import { readCredentials } from '../../../functions/core/http-auth/credentials.ts';
import { example, header, responses } from './rfc7616.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const rfc = header('SHA-256');

test.each(['MD5', 'SHA-256'] as const)('the %s header in section 3.9.1 of RFC 7616 is read', (algorithm) => {
  const { password: _, method: __, ...sent } = example;
  expect(readCredentials([header(algorithm)])).toEqual({
    ...sent,
    scheme: 'digest',
    algorithm,
    response: responses[algorithm],
  });
});

test('the example in section 2 of RFC 7617 is read', () => {
  expect(readCredentials(['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='])).toEqual({
    scheme: 'basic',
    username: 'Aladdin',
    password: 'open sesame',
  });
});

test('a password may contain colons, be empty and be UTF-8', () => {
  expect(readCredentials([basic('a:b:c')])).toMatchObject({ username: 'a', password: 'b:c' });
  expect(readCredentials([basic(':')])).toMatchObject({ username: '', password: '' });
  expect(readCredentials([basic('test:123£')])).toMatchObject({ password: '123£' });
});

test('unneeded quotes and a scheme in any case are accepted', () => {
  const quoted = rfc.replace('algorithm=SHA-256', 'algorithm="sha-256"').replace('qop=auth', 'qop="auth"');
  const counted = quoted.replace('nc=00000001', 'nc="00000001"').replace('Digest', 'dIgEsT');
  expect(readCredentials([counted])).toEqual(readCredentials([rfc]));
  expect(readCredentials([basic('a:b').replace('Basic', 'bAsIc')])).toBeDefined();
});

test('the default algorithm is MD5, and unknown parameters are ignored', () => {
  expect(readCredentials([rfc.replace('algorithm=SHA-256, ', '')])).toMatchObject({ algorithm: 'MD5' });
  expect(readCredentials([`${rfc}, userhash=false, auth-param="new"`])).toBeDefined();
});

test('a user name is UTF-8, in one of three spellings, and composed', () => {
  const name = 'J\u00e4s\u00f8n \u8cb7';
  const named = (parameter: string) => rfc.replace('username="Mufasa"', parameter);
  const asBytes = (text: string) => Buffer.from(text).toString('latin1');
  for (const sent of [
    named(`username="${name}"`),
    named(asBytes(`username="${name.normalize('NFD')}"`)),
    named(`username*=UTF-8''${encodeURIComponent(name)}`),
    named(`username*=utf-8'en'${encodeURIComponent(name.normalize('NFD'))}`),
    basic(`${name.normalize('NFD')}:x`),
  ])
    expect(readCredentials([sent])).toMatchObject({ username: name });
  // A client that sends Latin-1 is read as before.
  expect(readCredentials([named('username="J\u00e4s\u00f8n"')])).toMatchObject({
    username: 'J\u00e4s\u00f8n',
  });
});

test.each<[string, string[]]>([
  ['two user names', [`${rfc}, username*=UTF-8''Mufasa`]],
  ['a user name in another charset', [rfc.replace('username="Mufasa"', "username*=ISO-8859-1'en'Mufasa")]],
  ['a user name whose escapes are not UTF-8', [rfc.replace('username="Mufasa"', "username*=UTF-8''%e4")]],
  ['no header', []],
  ['two headers', [rfc, rfc]],
  ['another scheme', ['Bearer abc']],
  ['a scheme alone', ['Digest']],
  ['no scheme', ['abc']],
  ['a scheme without a space behind it', [rfc.replace('Digest ', 'Digest')]],
  ['Basic with invalid base64', ['Basic %%%']],
  ['Basic without a colon', [basic('florin')]],
  ['credentials for two challenges', [`${rfc}, ${basic('a:b')}`]],
  ['an algorithm that is not offered', [rfc.replace('SHA-256', 'SHA-512-256')]],
  ['a session algorithm', [rfc.replace('SHA-256', 'SHA-256-sess')]],
  ['auth-int', [rfc.replace('qop=auth', 'qop=auth-int')]],
  ['a hashed user name', [`${rfc}, userhash=true`]],
  ['a count with an invalid digit', [rfc.replace('00000001', '0000000g')]],
  ['a short count', [rfc.replace('00000001', '1')]],
  ['a long count', [rfc.replace('00000001', '000000001')]],
  ['a parameter twice', [`${rfc}, uri="/dir/other.html"`]],
  ['a quote that is not closed', [rfc.slice(0, -1)]],
  ['an endless header', [`${rfc}, x="${'x'.repeat(8192)}"`]],
  ...['username', 'realm', 'nonce', 'uri', 'response', 'cnonce', 'nc', 'qop'].map(
    (name): [string, string[]] => [`no ${name}`, [rfc.replace(`${name}=`, `x-${name}=`)]],
  ),
])('readCredentials refuses %s', (_, headers) => {
  expect(readCredentials(headers)).toBeUndefined();
});

test('a header of 8192 characters, the most that API Gateway takes, is read, and a longer one is refused', () => {
  const longest = `${rfc}, x="${'x'.repeat(8192 - rfc.length - 6)}"`;
  expect(longest).toHaveLength(8192);
  expect(readCredentials([longest])).toBeDefined();
  expect(readCredentials([longest.replace('x="', 'x="x')])).toBeUndefined();
});

test('extra spaces before the credentials, and behind Basic credentials, are accepted', () => {
  expect(readCredentials([basic('a:b').replace(' ', ' \t ')])).toMatchObject({
    username: 'a',
    password: 'b',
  });
  expect(readCredentials([`${basic('a:b')} `])).toMatchObject({ password: 'b' });
  expect(readCredentials([rfc.replace(' ', '   ')])).toEqual(readCredentials([rfc]));
});

test.each([
  ['something before the scheme', `x ${basic('a:b')}`],
  ['a line before the scheme', `x\n${basic('a:b')}`],
  ['something behind the base64', `${basic('a:b')}!`],
  ['something before the base64', basic('a:b').replace(' ', ' !')],
  ['too many equals signs', `${basic('a:b').replace(/=*$/, '')}===`],
])('readCredentials refuses %s', (_, header) => {
  expect(readCredentials([header])).toBeUndefined();
});
