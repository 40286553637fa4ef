import { type Contract, requireApproval } from './contract.ts';

const hour = 60 * 60 * 1000;

/** An answer may come a second or two weeks after the request, and only the amount of the movement waits for it. */
export function asynchrony(c: Contract): void {
  /** A payment with a refund that the acquirer has accepted. */
  async function accepted() {
    c.world.dashboard.delayRefunds?.(c.account);
    const payment = await c.paid();
    requireApproval(await c.world.acquirer.move(c.movement('capture', payment, 600)));
    const refund = c.movement('refund', payment, 400);
    const outcome = await c.world.acquirer.move(refund);
    expect(outcome).toMatchObject({ state: 'accepted' });
    if (outcome.state === 'accepted') expect(outcome.until).toBeGreaterThan(Date.now() + 14 * 24 * hour);
    expect(await c.world.acquirer.find(refund)).toEqual(outcome);
    const now = async () => (await c.world.acquirer.findPayment(c.account, payment.reference))?.refunds;
    expect(await now()).toMatchObject([{ operation: refund.id, amount: 400, ended: false }]);
    return { payment, refund, now };
  }

  describe('an answer that comes later', () => {
    afterEach(() => c.world.ahead(0));

    test.each([
      ['a second', 1000],
      ['an hour', hour],
      ['three days', 3 * 24 * hour],
      ['two weeks', 14 * 24 * hour],
    ])('counts after %s, whether it approves or declines', async (_, later) => {
      for (const approves of [true, false]) {
        c.world.ahead(0);
        c.renew();
        const { refund, now } = await accepted();
        c.world.ahead(later);
        expect(await c.world.acquirer.move(refund)).toMatchObject({ state: 'accepted' });
        c.world.dashboard.endRefund?.(c.account, approves);
        const outcome = await c.world.acquirer.find(refund);
        expect(outcome).toMatchObject(
          approves ? { state: 'approved', figures: { net: -400 } } : { state: 'declined' },
        );
        expect(await now()).toMatchObject([{ operation: refund.id, ended: !approves }]);
      }
    });

    test('leaves the payment’s other movements free', async () => {
      const { payment } = await accepted();
      requireApproval(await c.world.acquirer.move(c.movement('capture', payment, 100)));
      requireApproval(await c.world.acquirer.move(c.movement('void', payment, 300, { final: true })));
    });

    test('that approves and then declines leaves the refund made, with the money that came back', async () => {
      const { refund, now } = await accepted();
      c.world.dashboard.endRefund?.(c.account, true);
      c.world.dashboard.endRefund?.(c.account, false);
      requireApproval(await c.world.acquirer.find(refund));
      expect(await now()).toMatchObject([{ ended: true, figures: { net: -400 }, returned: { net: 400 } }]);
    });
  });
}
