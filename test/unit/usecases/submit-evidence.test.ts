import { found } from '../../../functions/core/domain/outcome.ts';
import { failure } from '../../api/support/answer.ts';
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

/** Sends evidence for a dispute. Something happens right after the acquirer has taken it. */
async function sending(after: (disputeId: string, key: { scope: string; key: string }) => unknown) {
  const shop = await live.shop();
  const { reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 400, shop.account.account);
  await own.syncPayment(shop.account, payment);
  const reference = live.stripe.dispute(payment, {}, shop.account.account);
  await own.syncDispute(shop.account, reference);
  const { live: recorded } = found(await own.disputeByReference(reference));
  const disputeId = found(recorded).id;
  const key = { scope: 'app', key: `key ${disputeId}` };
  const adapter = own.acquirerOf(shop.account);
  const { sendEvidence } = adapter;
  jest.spyOn(adapter, 'sendEvidence').mockImplementationOnce(async (...asked) => {
    const outcome = await sendEvidence(...asked);
    await after(disputeId, key);
    return outcome;
  });
  const submit = () =>
    own.submitEvidence({
      ...{
        caller: { kind: 'app', id: shop.app },
        disputeId,
        evidence: { texts: { explanation: 'Sent' }, files: [] },
      },
      idempotency: { ...key, fingerprint: 'same' },
    });
  const stored = async () => (await own.getAlert('dispute', disputeId))?.evidence;
  return { submit, stored };
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
