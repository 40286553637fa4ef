import { isRandomToken, randomToken } from '../../../functions/core/basics/random-token.ts';

test('a random token has 43 characters, and no other text is a token', () => {
  const token = randomToken();
  expect(isRandomToken(token)).toBe(true);
  for (const other of [token.slice(1), `${token}A`, ` ${token.slice(1)}`, `${token}\n`, `${token.slice(1)}=`])
    expect(isRandomToken(other)).toBe(false);
});
