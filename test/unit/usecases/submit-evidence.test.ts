import { present } from '#presenters/dispute.ts';
import type { Evidence, EvidenceFile } from '../../../functions/core/domain/disputes/evidence.ts';
import { requireFound } from '../../../functions/core/domain/outcome.ts';
import { failure } from '../../api/support/answer.ts';
import { letTwoWritesMeet } from '../let-two-writes-meet.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/idempotency/answer.ts')),
  ...(await import('../../../functions/core/store/disputes/acquirer-events.ts')),
  ...(await import('../../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
  ...(await import('../../../functions/core/usecases/disputes/submit-evidence.ts')),
}));
const { own } = live;
afterEach(() => jest.restoreAllMocks());

/** Makes a dispute of real money whose merchant can send evidence. */
async function makeDispute(options = {}) {
  const shop = await live.shop();
  const { reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 400, shop.account.account);
  await own.syncPayment(shop.account, payment);
  const reference = live.stripe.dispute(payment, options, shop.account.account);
  await own.syncDispute(shop.account, reference);
  const { live: recorded } = requireFound(await own.disputeByReference('stripe', reference));
  const disputeId = requireFound(recorded).id;
  const key = { scope: 'app', key: `key ${disputeId}` };
  const adapter = own.acquirerOf(shop.account);
  const { sendEvidence } = adapter;
  const sent = jest.spyOn(adapter, 'sendEvidence');
  const submit = (
    explanation = 'Sent',
    {
      app = shop.app,
      idempotency = undefined as object | undefined,
      files = [] as readonly EvidenceFile[],
      texts = { explanation } as Evidence['texts'],
      feeAcknowledged = undefined as true | undefined,
    } = {},
  ) =>
    own.submitEvidence({
      ...{ caller: { kind: 'app', id: app }, disputeId, evidence: { texts, files, feeAcknowledged } },
      idempotency: idempotency && { ...key, fingerprint: 'same', ...idempotency },
    });
  const alert = async () => requireFound(await own.getAlert('dispute', disputeId));
  const stored = async () => (await alert()).evidence;
  /** Lets Florin learn of a change at the acquirer. */
  const heard = (change: (dispute: string, account?: string) => void) => {
    change(reference, shop.account.account);
    return own.syncDispute(shop.account, reference);
  };
  return { disputeId, key, sendEvidence, sent, submit, alert, stored, heard };
}

/** Sends evidence for a dispute. Calls `after` right after the acquirer has accepted it. */
async function sending(after: (disputeId: string, key: { scope: string; key: string }) => unknown) {
  const { disputeId, key, sendEvidence, sent, submit, stored } = await makeDispute();
  sent.mockImplementationOnce(async (...asked) => {
    const outcome = await sendEvidence(...asked);
    await after(disputeId, key);
    return outcome;
  });
  return { submit: () => submit('Sent', { idempotency: {} }), stored };
}

const submitted = { submitted: expect.any(String) };

test.each([['another'], ['same']])(
  'evidence that the acquirer has taken stays submitted, even if %s request has used its key by then',
  async (fingerprint) => {
    const { submit, stored } = await sending((disputeId, key) =>
      own.transact(own.recordAnswer({ ...key, fingerprint }, { disputeId })),
    );
    expect((await submit()).evidence).toMatchObject(submitted);
    expect(await stored()).toMatchObject(submitted);
  },
);

test('a request whose key another request has used sends nothing', async () => {
  const { disputeId, key, sent, submit, stored } = await makeDispute();
  await own.transact(own.recordAnswer({ ...key, fingerprint: 'another' }, { disputeId }));
  await expect(submit('Sent', { idempotency: {} })).rejects.toMatchObject({ name: 'KeyReused' });
  expect([sent.mock.calls, await stored()]).toEqual([[], undefined]);
});

test('a submission that Florin cannot store is an error, and is not shown as done', async () => {
  const { submit, stored } = await sending(() => {
    own.proxy.instead = (operation) => {
      if (!/Write|Update|Put/.test(operation)) return undefined;
      own.proxy.instead = undefined;
      return failure('ValidationException');
    };
  });
  await expect(submit()).rejects.toMatchObject({ name: 'ValidationException' });
  expect(await stored()).not.toHaveProperty('submitted');
});

const unknown = { state: 'unknown', cause: 'TIMEOUT' } as const;
const forbidden = { state: 'forbidden', cause: 'no_key' } as const;

test('the same evidence for two disputes has two keys because the acquirer would ignore a second request with one key', async () => {
  const [one, other] = [await makeDispute(), await makeDispute()];
  for (const { submit } of [one, other]) await submit();
  expect(new Set(other.sent.mock.calls.map(([, , , key]) => key)).size).toBe(2);
});

describe('evidence with an unknown outcome', () => {
  test('evidence with an unknown outcome can be sent again if the acquirer has failed at its file, too, so that the repeat uploads another file', async () => {
    const { submit } = await makeDispute();
    const bytes = Buffer.from('%PDF-1');
    const files = [{ kind: 'receipt', name: 'a.pdf', type: 'application/pdf', bytes }] as const;
    for (const call of [/^POST .*\/files/, /^POST .*\/disputes/]) live.stripe.fail({ how: '500', of: call });
    await expect(submit('Sent', { files })).rejects.toMatchObject({ name: 'OperationOpen' });
    expect((await submit('Sent', { files })).evidence).toMatchObject(submitted);
  });

  test('evidence with an unknown outcome can be sent again immediately with the same content, and with no other', async () => {
    const { sent, submit, stored } = await makeDispute();
    sent.mockResolvedValueOnce(unknown);
    await expect(submit()).rejects.toMatchObject({ name: 'OperationOpen' });
    await expect(submit('Other')).rejects.toMatchObject({
      ...{ name: 'Conflict', message: expect.stringContaining('repeat that request with the same content') },
    });
    // A refused key says nothing about the first request.
    sent.mockResolvedValueOnce(forbidden);
    await expect(submit()).rejects.toMatchObject({ name: 'AcquirerForbids' });
    await expect(submit('Other')).rejects.toMatchObject({ name: 'Conflict' });
    expect(sent).toHaveBeenCalledTimes(2);
    expect((await submit()).evidence).toMatchObject(submitted);
    expect(await stored()).toMatchObject(submitted);
    const keys = sent.mock.calls.map(([, , , key]) => key);
    expect(keys).toEqual(Array(3).fill(keys[0]));
  });

  test('evidence with an unknown outcome can be replaced by other content once the acquirer refuses it', async () => {
    const { sent, submit } = await makeDispute();
    sent.mockResolvedValueOnce(unknown).mockResolvedValueOnce({ state: 'refused', reason: 'ended' });
    await expect(submit()).rejects.toMatchObject({ name: 'OperationOpen' });
    await expect(submit()).rejects.toMatchObject({ name: 'Conflict' });
    expect((await submit('Other')).evidence).toMatchObject(submitted);
  });
});

test.each([
  [forbidden, { name: 'AcquirerForbids' }],
  [
    { state: 'rejected', field: 'files.0' } as const,
    { name: 'Refused', faults: [{ field: 'files.0', message: 'The acquirer cannot use this' }] },
  ],
  [
    { state: 'refused', reason: 'answered' } as const,
    {
      name: 'Conflict',
      message: 'The acquirer already has evidence for this dispute; it can be submitted once in each stage',
    },
  ],
  [
    { state: 'refused', reason: 'late' } as const,
    { name: 'Conflict', message: "The acquirer's deadline for evidence has passed" },
  ],
  [
    { state: 'refused', reason: 'ended' } as const,
    { name: 'Conflict', message: 'The acquirer needs no evidence for this dispute any more' },
  ],
])(
  'evidence that the acquirer refuses as %j frees the dispute for other evidence',
  async (outcome, error) => {
    const { sent, submit, stored } = await makeDispute();
    sent.mockResolvedValueOnce(outcome);
    await expect(submit()).rejects.toMatchObject(error);
    expect(await stored()).toBeUndefined();
    expect((await submit('Other')).evidence).toMatchObject(submitted);
  },
);

test('while one request sends evidence, no other does; a request that died is repeated after a minute', async () => {
  const { sent, submit, stored } = await makeDispute();
  const during: unknown[] = [];
  sent.mockImplementationOnce(async () => {
    for (const text of ['Sent', 'Other']) during.push(await submit(text).catch(({ message }) => message));
    throw new Error('The function has died');
  });
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  await expect(submit()).rejects.toThrow('The function has died');
  expect(during).toEqual(Array(2).fill('Another request is submitting evidence for this dispute'));
  const { busyUntil = 0 } = (await stored()) ?? {};
  expect(busyUntil).toBe(Date.now() + 60_000);
  now.mockReturnValue(busyUntil - 1);
  await expect(submit()).rejects.toMatchObject({ name: 'Conflict' });
  expect(sent).toHaveBeenCalledTimes(1);
  now.mockReturnValue(busyUntil);
  expect((await submit()).evidence).toMatchObject(submitted);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('two requests that have read the dispute at the same time send evidence once', async () => {
  const { sent, submit } = await makeDispute();
  letTwoWritesMeet(own.proxy);
  const ends = await Promise.allSettled([submit('One'), submit('Two')]);
  own.proxy.instead = undefined;
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a stranger sends nothing, and a dispute whose name at the acquirer is unknown gets no evidence', async () => {
  const { disputeId, sent, submit, stored } = await makeDispute();
  await expect(submit('Sent', { app: (await live.shop()).app })).rejects.toMatchObject({ name: 'NoAccess' });
  const dispute = requireFound(await own.getAlert('dispute', disputeId));
  await own.transact(own.changeAlert('dispute', dispute, { reference: undefined }, {}));
  await expect(submit()).rejects.toMatchObject({ message: expect.stringContaining("acquirer's dashboard") });
  expect([await stored(), sent.mock.calls]).toEqual([undefined, []]);
});

test('evidence can be submitted once more in an appeal, with another deadline', async () => {
  const { submit, alert, heard } = await makeDispute();
  await submit();
  expect(present(await alert())).toMatchObject({ stage: 'dispute', evidence: {} });
  await heard((dispute, account) => live.stripe.closeDispute(dispute, 'lost', account));
  await expect(submit()).rejects.toMatchObject({ message: expect.stringContaining('once in each stage') });
  live.ahead = 24 * 60 * 60 * 1000;
  const { due } = await alert();
  await heard(live.stripe.appealDispute);
  live.ahead = 0;
  const appealed = present(await alert());
  expect(appealed).toMatchObject({ status: 'open', stage: 'appeal', evidence: null });
  expect(appealed.accepts?.texts).toEqual(['explanation']);
  await expect(submit('', { texts: { shippingCarrier: 'DHL' } })).rejects.toMatchObject({
    faults: [{ field: 'shippingCarrier' }],
  });
  expect(Date.parse(appealed.due)).toBeGreaterThan(Date.parse(due));
  // The same content is sent again, as the appeal has none yet.
  await submit();
  await heard(() => {});
  expect(present(await alert())).toMatchObject({ status: 'open', stage: 'appeal', evidence: {} });
  await expect(submit('More')).rejects.toMatchObject({
    message: expect.stringContaining('once in each stage'),
  });
  await heard((dispute, account) => live.stripe.closeDispute(dispute, 'won', account));
  expect(present(await alert())).toMatchObject({ status: 'won', stage: 'appeal' });
  await heard(live.stripe.appealDispute);
  expect(present(await alert())).toMatchObject({ status: 'open', stage: 'appeal', evidence: null });
});

test('a dispute whose evidence was sent in the dashboard takes none here, also if the event is lost', async () => {
  const { submit, alert, heard } = await makeDispute();
  expect(present(await alert()).accepts?.files).toHaveLength(5);
  await heard(live.stripe.answerDispute);
  expect(present(await alert())).toMatchObject({ status: 'open', accepts: null, evidence: null });
  await expect(submit()).rejects.toMatchObject({
    message: expect.stringContaining('does not accept evidence'),
  });
});

test('the fee of a compliance dispute is shown, and acknowledged only by the request for it', async () => {
  const eligible = { visa_compliance: { status: 'requires_fee_acknowledgement' } };
  const { submit, alert, heard } = await makeDispute({ reason: 'noncompliant', eligible });
  const contestFee = { acknowledged: false, amount: 50_000, currency: 'USD' };
  expect(present(await alert())).toMatchObject({ contestFee, reason: { title: 'Noncompliant' } });
  await expect(submit()).rejects.toMatchObject({ faults: [{ field: 'feeAcknowledged' }] });
  await submit('Sent', { feeAcknowledged: true });
  await heard(() => {});
  expect(present(await alert())).toMatchObject({ contestFee: { acknowledged: true }, evidence: {} });
});

test('the eligibility of earlier payments as proof follows the acquirer', async () => {
  const required_actions = ['missing_customer_identifiers', 'missing_in_a_later_version'];
  const earlier = { status: 'requires_action', required_actions };
  const { alert, heard } = await makeDispute({ eligible: { visa_compelling_evidence_3: earlier } });
  const shown = async () => present(await alert()).eligibility;
  expect(await shown()).toEqual({ status: 'requires_action', missing: ['customer_identifiers', 'other'] });
  await heard(() => Object.assign(earlier, { status: 'qualified', required_actions: [] }));
  expect(await shown()).toEqual({ status: 'qualified', missing: [] });
});
