import { ownLive } from './support/live.ts';
import { waitUntil } from './support/wait-until.ts';

const live = ownLive();

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * 1024 * 1024, 0xfe)]);
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const content = {
  explanation: 'Collected in the shop.',
  customerName: 'Ann Lee',
  shippingDate: '24 November 2026',
  files: [
    { kind: 'receipt', name: 'Beleg "1".pdf', content: pdf.toString('base64') },
    { kind: 'signature', name: 'signed.jpg', content: jpeg.toString('base64') },
  ],
};

/** Makes a captured payment with a dispute at the acquirer. */
async function makeDispute() {
  const shop = await live.shop();
  const { key, merchant, account } = shop;
  const id = await live.authorized(merchant, 1000);
  await live.here.move(key, id, 'captures', 1000);
  const payment = live.stripe.books(account).intents[0]?.id ?? '';
  const before = live.stripe.events.length;
  const reference = live.stripe.dispute(payment, {}, account);
  for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  const list = async () =>
    (await live.here.api('GET', `/disputes?limit=9&filter[merchantId]=${merchant.id}`, { key })).body;
  const [dispute] = await waitUntil(list, ([first]) => first?.status === 'open');
  await live.eventsApplied();
  const path = `/disputes/${dispute.id}`;
  return {
    reference,
    atStripe: () => live.stripe.disputeOf(reference, account),
    file: (name: string) => live.stripe.fileOf(name, account),
    submit: (body: object = content) => live.here.api('POST', `${path}/evidence`, { key, body }),
    show: async () => (await live.here.api('GET', path, { key })).body.dispute,
    dispute,
    account,
  };
}

/** The submissions of evidence that the acquirer has received. */
const submissions = (reference: string) =>
  live.stripe.seen.filter(({ method, path }) => method === 'POST' && path === `/v1/disputes/${reference}`);

const submitted = { submitted: expect.stringMatching(/^20/) };

test('texts and files arrive at the acquirer, and its events keep the time of the submission', async () => {
  const { submit, show, atStripe, file, dispute, account } = await makeDispute();
  const before = live.stripe.events.length;
  const answer = await submit();
  expect([answer.status, answer.body]).toEqual([
    201,
    { dispute: { ...dispute, accepts: null, evidence: submitted } },
  ]);
  const { status, evidence, evidence_details } = atStripe();
  expect([status, evidence_details.submission_count]).toEqual(['under_review', 1]);
  expect(evidence).toEqual({
    uncategorized_text: content.explanation,
    customer_name: content.customerName,
    shipping_date: content.shippingDate,
    receipt: expect.any(String),
    customer_signature: expect.any(String),
  });
  const { bytes, ...receipt } = file(evidence.receipt ?? '');
  expect(receipt).toEqual({ name: 'Beleg "1".pdf', type: 'application/pdf' });
  expect(bytes.equals(pdf)).toBe(true);
  expect(file(evidence.customer_signature ?? '')).toMatchObject({ type: 'image/jpeg', bytes: jpeg });
  live.stripe.closeDispute(atStripe().id, 'won', account);
  for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  const won = await waitUntil(show, ({ status }) => status === 'won');
  expect(won).toEqual({ ...answer.body.dispute, status: 'won' });
});

test('if two requests submit evidence at the same time, the acquirer receives one submission', async () => {
  const { submit, reference } = await makeDispute();
  const letIn = live.stripe.hold(/POST \/v1\/files/);
  const first = submit();
  await waitUntil(
    async () => live.stripe.seen.filter(({ path }) => path === '/v1/files').length,
    (count) => count > 0,
  );
  const second = await submit();
  expect(second.body).toMatchObject({
    error: 'CONFLICT',
    message: 'Another request is submitting evidence for this dispute',
  });
  letIn();
  expect((await first).status).toBe(201);
  expect(submissions(reference)).toHaveLength(1);
});

test('after a lost answer to the submission, a repeat finds the evidence at the acquirer', async () => {
  const { submit, show, atStripe, reference } = await makeDispute();
  // The acquirer answers neither the submission nor the request that checks it.
  const [submission, look] = [`POST /v1/disputes/${reference}`, `GET /v1/disputes/${reference}`];
  const ends = [
    live.stripe.fail({ how: 'lost', of: submission, times: 9 }),
    live.stripe.fail({ how: 'reset', of: look, after: 1, times: 9 }),
  ];
  const open = await submit();
  expect([open.status, open.body]).toMatchObject([504, { error: 'OPERATION_OPEN' }]);
  for (const end of ends) end();
  expect(await show()).toMatchObject({ evidence: null });
  const other = await submit({ explanation: 'Other' });
  expect(other.body).toMatchObject({ error: 'CONFLICT', message: expect.stringMatching(/same content/) });
  const before = submissions(reference).length;
  expect((await submit()).body.dispute).toMatchObject({ evidence: submitted });
  expect(submissions(reference)).toHaveLength(before);
  expect(atStripe().evidence_details.submission_count).toBe(1);
});

test('after a lost response to an upload, a repeat submits once', async () => {
  const { submit, atStripe, account } = await makeDispute();
  const end = live.stripe.fail({
    how: 'lost',
    of: 'POST /v1/files',
    account,
    times: Number.POSITIVE_INFINITY,
  });
  expect((await submit()).status).toBe(504);
  end();
  expect(atStripe()).toMatchObject({ status: 'needs_response', evidence: {} });
  expect((await submit()).status).toBe(201);
  expect(atStripe()).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
});

test('after a refusal by the acquirer, other evidence can be submitted', async () => {
  const { submit, atStripe, show } = await makeDispute();
  const { due_by } = atStripe().evidence_details;
  atStripe().evidence_details.due_by = 1;
  expect((await submit()).body).toMatchObject({
    error: 'CONFLICT',
    message: "The acquirer's deadline for evidence has passed",
  });
  atStripe().evidence_details.due_by = due_by;
  expect(await show()).toMatchObject({ evidence: null });
  live.stripe.fail({ how: 'declined', of: 'POST /v1/files' });
  const rejected = await submit({ files: content.files.slice(0, 1) });
  expect([rejected.status, rejected.body]).toEqual([
    400,
    [{ field: 'files.0.content', message: 'The acquirer cannot use this' }],
  ]);
  const end = live.stripe.fail({ how: 'forbidden', of: 'POST /v1/files', times: Number.POSITIVE_INFINITY });
  expect((await submit({ files: content.files.slice(0, 1) })).status).toBe(503);
  end();
  expect((await submit()).status).toBe(201);
});

test('evidence that somebody has submitted in the acquirer’s dashboard is not replaced', async () => {
  const { submit, reference, account } = await makeDispute();
  live.stripe.answerDispute(reference, account);
  expect((await submit()).body).toMatchObject({
    error: 'CONFLICT',
    message: 'The acquirer already has evidence for this dispute; it can be submitted once in each stage',
  });
  expect(submissions(reference)).toHaveLength(0);
});
