import { html } from '../../../functions/core/http/answer/html-answer.ts';

const policyOf = (ancestors: string) =>
  html(200, { title: '', body: '', allow: { 'frame-ancestors': ancestors } }).headers?.[
    'Content-Security-Policy'
  ];

test.each(['*', "'none'", "'self' https://pos.example:3001", 'https://shop.example', 'data:'])(
  '%s is accepted as a source in a content security policy',
  (sources) => expect(policyOf(sources)).toContain(`; frame-ancestors ${sources}`),
);

test.each([
  'https://evil.test;.shop.example',
  'https://shop.example; script-src *',
  'https://shop.example, default-src *',
  'https://shop.example\r\nSet-Cookie: a=b',
  'https://shop.example\tx',
  'https://ex\u00e4mple',
  '',
])('a page whose content security policy has the source %j is an error', (sources) =>
  expect(() => policyOf(sources)).toThrow(),
);

test('a page loads its scripts, styles and data by its nonce alone, and escapes all texts', () => {
  const url = '/a.js?"&<';
  const { body, headers } = html(200, {
    ...{ title: 'A & <B>', body: '<p>Hi</p>', language: 'da', style: 'p{}', script: 'run()', icon: url },
    ...{ stylesheets: ['/a.css', '/b.css'], scripts: ['/a.js', url] },
    module: { url: '/m.js', beside: ['/n.js'], data: ['/d.json'] },
    preview: { title: 'T "1"', image: '/i.png' },
  });
  const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(headers?.['Content-Security-Policy'] ?? '') ?? [];
  expect(nonce).toMatch(/^[\w+/]{22}==$/);
  const escaped = '/a.js?&#34;&#38;&#60;';
  const page = String(body).replaceAll(`nonce="${nonce}"`, 'NONCE');
  for (const tag of [
    '<html lang="da" dir="ltr">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    // Search engines must not list a payment link.
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<meta name="twitter:card" content="summary">',
    '<title>A &#38; &#60;B&#62;</title>',
    '<meta property="og:type" content="website"><meta property="og:title" content="T &#34;1&#34;">',
    '<meta property="og:image" content="/i.png">',
    `<link rel="icon" href="${escaped}">`,
    '<link rel="stylesheet" NONCE href="/a.css"><link rel="stylesheet" NONCE href="/b.css">',
    `<script defer NONCE src="/a.js"></script><script defer NONCE src="${escaped}"></script>`,
    '<script type="module" NONCE src="/m.js"></script><link rel="modulepreload" NONCE href="/n.js">',
    '<link rel="preload" as="fetch" crossorigin href="/d.json">',
    '<style NONCE>p{}</style></head><body><p>Hi</p><script NONCE>run()</script></body>',
  ])
    expect(page).toContain(tag);
  expect(page).not.toContain('og:description');
});

test('a page forbids scripts of others, frames, forms elsewhere and caches, and each page has its own nonce', () => {
  const [one, other] = [html(404, { title: '', body: '' }), html(404, { title: '', body: '' })];
  const policy = String(one.headers?.['Content-Security-Policy']);
  expect(one.status).toBe(404);
  expect(policy.replaceAll(/'nonce-[^']+'/g, 'NONCE')).toBe(
    "default-src 'none'; style-src NONCE; script-src NONCE; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; img-src data:",
  );
  expect(other.headers?.['Content-Security-Policy']).not.toBe(policy);
  expect(one.headers).toMatchObject({
    ...{ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' },
    'Strict-Transport-Security': 'max-age=31536000',
  });
});
