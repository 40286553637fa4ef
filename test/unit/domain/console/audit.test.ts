import { entryOf } from '#domain/console/audit.ts';

const [id, merchantId] = ['a'.repeat(24), 'b'.repeat(24)];

/** The fields in the entry of a request with this body. */
function fieldsOf(route: string, body: unknown): unknown {
  const request = {
    id: 'request',
    email: 'ann@example.com',
    stepUps: {},
    address: '203.0.113.1',
    device: '',
    params: { merchantId },
    body: () => body,
  };
  const { fields } = entryOf(id, merchantId, { kind: 'user', id, route }, request);
  return fields && JSON.parse(fields);
}

const update = 'PUT /merchants/{merchantId}';

test('an entry has the fields of the request, and the first 300 characters of long texts', () => {
  expect(fieldsOf(update, { name: 'N'.repeat(255), logo: 'L'.repeat(301) })).toEqual({
    name: 'N'.repeat(255),
    logo: `${'L'.repeat(300)}…`,
  });
  expect(fieldsOf(update, undefined)).toBeUndefined();
});

test('a text is cut between characters, and not within a pair of surrogates', () => {
  expect(fieldsOf(update, { name: `N${'😀'.repeat(350)}`, address: '😀'.repeat(250) })).toEqual({
    name: `N${'😀'.repeat(299)}…`,
    address: '😀'.repeat(250),
  });
});

test('long fields are shortened, the longest first, and hide no other field', () => {
  const lines = Array.from({ length: 50 }, () => ({ text: 'T'.repeat(255), amount: 1 }));
  const link = { amount: 5000, redirect: 'https://shop.example.com/thanks', text: 'Tea' };
  const create = 'POST /merchants/{merchantId}/links';
  expect(fieldsOf(create, { lines, ...link })).toEqual({ lines: '…', ...link });
  // In JSON a control character takes six characters.
  const [reference, text] = [`R${'\u0001'.repeat(1023)}`, `T${'\u0001'.repeat(1022)}`];
  const some = { ...link, reference, text: text.slice(0, 300), customer: text.slice(0, 100) };
  expect(fieldsOf(create, { ...some, cancel: text.slice(0, 200) })).toEqual({
    ...some,
    reference: `R${'\u0001'.repeat(19)}…`,
    cancel: text.slice(0, 200),
  });
});

test('an entry has at most 4,000 bytes of fields, in any script', () => {
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, '订'.repeat(190)]));
  expect(Buffer.byteLength(JSON.stringify(fieldsOf(update, long)))).toBeLessThanOrEqual(4000);
});

test('an entry has all of the longest e-mail address and of the longest host', () => {
  const host = `${'shop.example.com.'.repeat(14)}evil.example`;
  const email = `${'a'.repeat(64)}@${'shop.example.'.repeat(13)}evil.example`;
  const given = { email, url: `https://${host}:8443/` };
  expect(fieldsOf(update, given)).toEqual(given);
});

test.each([' '.repeat(400), `https:${'/'.repeat(400)}`, `https:${'\\'.repeat(400)}`])(
  'an entry shows the host of a URL after 400 characters that URLs may begin with',
  (beginning) => {
    const url = `${beginning}${beginning.startsWith('h') ? '' : 'https://'}evil.example/x`;
    expect(fieldsOf(update, { url })).toEqual({ url: 'https://evil.example/x' });
  },
);

test('an entry of evidence has the names of the fields, and none of the content', () => {
  const files = [{ kind: 'receipt', name: 'ann.pdf', content: 'JVBERi0=' }];
  expect(fieldsOf('POST /disputes/{disputeId}/evidence', { explanation: 'Collected by Ann', files })).toEqual(
    { explanation: '…', files: '…' },
  );
});
