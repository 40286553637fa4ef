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

test('an entry has the fields of the request, and the first 200 characters of long texts', () => {
  expect(fieldsOf(update, { name: 'N'.repeat(200), logo: 'L'.repeat(201) })).toEqual({
    name: 'N'.repeat(200),
    logo: `${'L'.repeat(200)}…`,
  });
  expect(fieldsOf(update, undefined)).toBeUndefined();
});

test('a text is cut between characters, and not within a pair of surrogates', () => {
  expect(fieldsOf(update, { name: `N${'😀'.repeat(250)}`, address: '😀'.repeat(150) })).toEqual({
    name: `N${'😀'.repeat(199)}…`,
    address: '😀'.repeat(150),
  });
});

test('an entry of evidence has the names of the fields, and none of the content', () => {
  const files = [{ kind: 'receipt', name: 'ann.pdf', content: 'JVBERi0=' }];
  expect(fieldsOf('POST /disputes/{disputeId}/evidence', { explanation: 'Collected by Ann', files })).toEqual(
    { explanation: '…', files: '…' },
  );
});
