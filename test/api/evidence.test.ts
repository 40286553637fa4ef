import { randomUUID } from 'node:crypto';
import { aws } from './support/aws.ts';
import { browser } from './support/console.ts';
import { logo } from './support/png.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move } = world();
const { report } = aws();

type Shop = Awaited<ReturnType<typeof shop>>;

const reason = { code: 83, title: 'Fraud, card-absent environment' };
const later = '2090-01-01T00:00:00.000Z';
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const pdf = base64('%PDF-1.7\n');
const receipt = { kind: 'receipt', name: 'receipt.pdf', content: pdf };

/** Opens a dispute of a captured payment. */
async function makeDispute(owner: Shop, due = later) {
  const transactionId = await authorized(owner.merchant, 1000);
  await move(owner.key, transactionId, 'captures', 1000);
  const reference = `evidence-${randomUUID()}`;
  await report({ type: 'dispute.opened', reference, transactionId, amount: 1000, reason, due });
  const query = {
    limit: 9,
    'filter[merchantId]': owner.merchant.id,
    'filter[transactionId]': transactionId,
  };
  const [{ id }] = await waitUntil(
    async () => (await api('GET', '/disputes', { key: owner.key, query })).body,
    ({ length }) => length === 1,
  );
  return { id: id as string, reference };
}

const submit = ({ key }: { key: string }, id: string, body: object, headers = {}) =>
  api('POST', `/disputes/${id}/evidence`, { key, body, headers });
const show = async ({ key }: Shop, id: string) => (await api('GET', `/disputes/${id}`, { key })).body.dispute;

let owner: Shop;
beforeAll(async () => {
  owner = await shop();
});

test('evidence is submitted once, and the dispute shows the time', async () => {
  const { id, reference } = await makeDispute(owner);
  const before = await show(owner, id);
  expect(before).toMatchObject({ status: 'open', evidence: null });
  const body = {
    explanation: 'Collected in the shop.',
    shippingTrackingNumber: '4242424242424242',
    files: [receipt, { kind: 'other', name: 'photo.txt', content: base64(logo()) }],
  };
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await submit(owner, id, body, headers);
  expect([first.status, first.body]).toEqual([
    201,
    { dispute: { ...before, accepts: null, evidence: { submitted: expect.stringMatching(/^20.*Z$/) } } },
  ]);
  const repeat = await submit(owner, id, body, headers);
  expect([repeat.status, repeat.body, repeat.headers['idempotency-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ]);
  for (const again of [body, { explanation: 'More' }])
    expect((await submit(owner, id, again)).body).toMatchObject({
      error: 'CONFLICT',
      message: expect.stringMatching(/^Evidence was submitted at 20/),
    });
  expect((await submit(owner, id, { explanation: 'More' }, headers)).status).toBe(422);
  // The outcome of the dispute keeps the time of the submission.
  await report({ type: 'dispute.resolved', reference, outcome: 'won' });
  const won = await waitUntil(
    () => show(owner, id),
    ({ status }) => status === 'won',
  );
  expect(won).toEqual({ ...first.body.dispute, status: 'won' });
});

test('the audit log names the user who sent evidence in the console, and omits its content', async () => {
  const { id } = await makeDispute(owner);
  const email = `${randomUUID()}@console.example.com`;
  const own = `/merchants/${owner.merchant.id}`;
  expect((await api('POST', `${own}/users`, { key: owner.key, body: { email } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  const body = { customerName: 'Ann Karenina', shippingTrackingNumber: '4242424242424242', files: [receipt] };
  expect((await me.ask('POST', `/api/disputes/${id}/evidence`, { body })).status).toBe(201);
  const log = await me.ask('GET', `/api${own}/audit?limit=9`);
  expect(log.body).toMatchObject([
    {
      action: 'POST /disputes/{disputeId}/evidence',
      about: { disputeId: id },
      fields: { customerName: '…', shippingTrackingNumber: '…', files: '…' },
      status: 201,
    },
  ]);
});

test('if several requests submit evidence at the same time, one has an effect', async () => {
  const { id } = await makeDispute(owner);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => submit(owner, id, { explanation: n % 2 ? 'One' : 'Two' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('evidence for an ended dispute, or after the deadline, is refused', async () => {
  const [late, ended] = await Promise.all([makeDispute(owner, '2026-01-01T00:00:00Z'), makeDispute(owner)]);
  const text = { explanation: 'Too late' };
  expect((await submit(owner, late.id, text)).body).toMatchObject({
    error: 'CONFLICT',
    message: 'The deadline for evidence was 2026-01-01T00:00:00Z',
  });
  await report({ type: 'dispute.resolved', reference: ended.reference, outcome: 'lost' });
  await waitUntil(
    () => show(owner, ended.id),
    ({ status }) => status === 'lost',
  );
  expect((await submit(owner, ended.id, text)).body).toMatchObject({
    error: 'CONFLICT',
    message: 'Evidence is for open disputes; this one is lost',
  });
  for (const { id } of [late, ended]) expect(await show(owner, id)).toMatchObject({ evidence: null });
});

test("another merchant's dispute is refused, and an unknown one is not found", async () => {
  const { id } = await makeDispute(owner);
  const stranger = await shop();
  expect((await submit(stranger, id, { explanation: 'Mine' })).status).toBe(403);
  expect((await submit(stranger, 'f'.repeat(24), { explanation: 'Mine' })).status).toBe(404);
  expect(await show(owner, id)).toMatchObject({ evidence: null });
});

const file = (over: object) => ({ files: [{ ...receipt, ...over }] });
const large = base64(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2 * 1024 * 1024)]));

test.each<[string, object, string]>([
  ['nothing', {}, 'body'],
  ['an empty list of files', { files: [] }, 'files'],
  ['an empty text', { explanation: '' }, 'explanation'],
  ['only spaces', { customerName: '  ' }, 'customerName'],
  ['a long text', { shippingCarrier: 'x'.repeat(256) }, 'shippingCarrier'],
  [
    'texts that are too long together',
    { explanation: 'x'.repeat(15_000), refundPolicy: 'x'.repeat(5001) },
    'refundPolicy',
  ],
  ['a card number', { explanation: 'Paid with 4242 4242 4242 4242' }, 'explanation'],
  ['an unknown field', { explanation: 'x', uncategorized_text: 'x' }, 'uncategorized_text'],
  ['an unknown kind', file({ kind: 'invoice' }), 'files.0.kind'],
  ['two files of a kind', { files: [receipt, receipt] }, 'files.1.kind'],
  ['a file without a name', file({ name: undefined }), 'files.0.name'],
  ['a path as a name', file({ name: '../receipt.pdf' }), 'files.0.name'],
  ['a program with the name of a PDF', file({ content: base64('MZ\u0090\u0000') }), 'files.0.content'],
  ['a picture with scripts', file({ content: base64('<svg onload="alert(1)"/>') }), 'files.0.content'],
  ['no Base64', file({ content: '%PDF-1.7' }), 'files.0.content'],
  ['an empty file', file({ content: '' }), 'files.0.content'],
  ['a URL in place of a file', file({ content: 'https://example.com/receipt.pdf' }), 'files.0.content'],
  ['a list as a content', file({ content: [pdf] }), 'files.0.content'],
  [
    'files that are too large together',
    {
      files: [
        { ...receipt, content: large },
        { ...receipt, kind: 'other', content: large.slice(0, 1.5 * 1024 * 1024) },
      ],
    },
    'files.1.content',
  ],
  ['six files', { files: Array.from({ length: 6 }, () => receipt) }, 'files'],
])('%s is refused with the name of the field', async (_, body, field) => {
  const { id } = await refused();
  const { status, body: faults } = await submit(owner, id, body);
  expect([status, faults]).toEqual([400, expect.arrayContaining([{ field, message: expect.any(String) }])]);
  expect(JSON.stringify(faults)).not.toContain('4242 4242');
});

test('a body beyond the limit is refused with 413', async () => {
  const { id } = await refused();
  const { status } = await submit(owner, id, file({ content: 'A'.repeat(4.6 * 1024 * 1024) }));
  expect(status).toBe(413);
});

/** The dispute that all refused requests name. Afterwards, the dispute must still accept evidence. */
const refused = (() => {
  let made: ReturnType<typeof makeDispute> | undefined;
  return () => {
    made ??= makeDispute(owner);
    return made;
  };
})();

afterAll(async () => {
  const { id } = await refused();
  expect((await submit(owner, id, { explanation: 'Fine' })).status).toBe(201);
});
