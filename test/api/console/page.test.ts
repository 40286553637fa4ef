import { send } from '../support/http.ts';

const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';

test('the page lets nobody frame it, and loads and sends nothing beyond this origin', async () => {
  const { status, headers, text } = await send(`${consoleUrl}/`, 'GET');
  expect(status).toBe(200);
  const policy = new Map(
    (headers['content-security-policy'] as string)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('frame-ancestors')).toBe("'none'");
  expect(policy.get('connect-src')).toBe("'self'");
  expect(policy.get('script-src')).toMatch(/^'nonce-[\w+/=]+'$/);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(text).toContain('/assets/');
});

test('the files of the page have the hash of their content in the name, and browsers may cache them for ever', async () => {
  const { text } = await send(`${consoleUrl}/`, 'GET');
  const names = text.match(/\/assets\/[\w.-]+/g) ?? [];
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const { status, headers } = await send(consoleUrl + name, 'GET');
    expect([name, status, headers['cache-control']]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  expect((await send(`${consoleUrl}/assets/none.js`, 'GET')).status).toBe(404);
});
