import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bindBrowser } from '../../../functions/core/http/routes/console-api.ts';

const bind = (...cookie: string[]) =>
  bindBrowser({
    multiValueHeaders: { Cookie: cookie },
  } as Partial<APIGatewayProxyEvent> as APIGatewayProxyEvent);
const name = '__Host-florin-browser';
const token = 'x'.repeat(43);

test('a browser keeps the value that binds its links', () => {
  const { browser, headers } = bind(`other=1; ${name}=${token}`);
  expect(browser).toBe(token);
  expect(headers['Set-Cookie']).toBe(
    `${name}=${token}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Strict`,
  );
});

// Florin sends the value back in a header, so it must be safe there. Other browsers cannot use a sign-in link, because
// they cannot guess the value.
test.each([
  ['no value', []],
  ['an empty value', [`${name}=`]],
  ['a value that Florin has not made', [`${name}=short`]],
  ['a value with attributes of a cookie', [`${name}=${token}, Domain=evil.test`]],
  ['two values', [`${name}=${token}; ${name}=${'y'.repeat(43)}`]],
  ['two values in two headers', [`${name}=${token}`, `${name}=${token}`]],
])('a browser with %s gets a new one', (_, cookie) => {
  const { browser, headers } = bind(...cookie);
  expect(browser).toMatch(/^[\w-]{43}$/);
  expect(browser).not.toBe(token);
  expect(headers['Set-Cookie']).toContain(`${name}=${browser}; `);
});
