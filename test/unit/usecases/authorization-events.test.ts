import { loseAuthorization } from './real-money.ts';
import { failing, withAuthorizations } from './with-authorizations.ts';

const { live, own, payment } = withAuthorizations();

describe('an event about an authorization', () => {
  async function makePayment(reference?: string) {
    const paid = await payment();
    const event = async (named?: string) =>
      own.applyAcquirerEvent({
        ...{ type: 'operation.changed', operation: paid.id, reference: named },
        ...paid.shop.account,
      });
    return { ...paid, event, reference };
  }

  test('under another id than the stored one releases the other hold, and only that', async () => {
    const { id, pay, stored, event, held, shop } = await makePayment();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    expect(held()).toBe(2000);
    await event(other);
    expect(held()).toBe(1000);
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
  });

  test('an event about an authorization of an open operation with an id approves only the payment with that id', async () => {
    const { id, pay, stored, event, held, adapter, shop } = await makePayment();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementation(async (...order) => {
      await authorize(...order);
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    const { reference = '', state } = await stored();
    expect([state, held()]).toEqual(['open', 1000]);
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    await event(other);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'open', reference }]);
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
  });

  test('an event about an authorization of an open operation without an id gives it that id, and resolves it', async () => {
    const { pay, stored, event, held, adapter, shop } = await makePayment();
    const { authorize } = adapter;
    let reference = '';
    jest.spyOn(adapter, 'authorize').mockImplementation(async (order, instrument) => {
      await authorize(order, instrument, async (named) => {
        reference = named;
        return named;
      });
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(await stored()).toMatchObject({ state: 'open' });
    expect((await stored()).reference).toBeUndefined();
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
    expect(live.stripe.books(shop.account.account).intents).toHaveLength(1);
  });

  test('an event about an authorization of an operation that has ended as declined releases the hold that the acquirer has', async () => {
    const { pay, stored, event, held, adapter } = await makePayment();
    loseAuthorization(adapter);
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    const open = await stored();
    await own.transact([own.closeOperation({ ...open, state: 'declined', decline: 'PAYMENT_REJECTED' })]);
    expect(held()).toBe(1000);
    await event(open.reference);
    expect([held(), await stored()]).toMatchObject([0, { state: 'declined' }]);
  });

  test('under another id that was declined releases nothing, as the acquirer holds no money', async () => {
    const { pay, stored, event, adapter } = await makePayment();
    await pay();
    const { reference = '' } = await stored();
    const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce(declined);
    const abandoned = jest.spyOn(adapter, 'abandon');
    await event(`${reference}_2`);
    expect(abandoned).not.toHaveBeenCalled();
  });

  test('an event from another account leaves an open operation as it is', async () => {
    const { id, pay, stored, held, adapter } = await makePayment();
    loseAuthorization(adapter);
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    const before = await stored();
    const { account } = await live.shop();
    const { reference } = before;
    await own.applyAcquirerEvent({ type: 'operation.changed', operation: id, reference, ...account });
    expect([held(), await stored()]).toEqual([1000, before]);
  });

  test('fails, and is repeated, if the acquirer does not say whether the payment was made', async () => {
    const { id, pay, stored, event, held, adapter, shop } = await makePayment();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await expect(event(other)).rejects.toThrow(`Nobody knows whether ${id} was made: TIMEOUT`);
    failing(adapter, { state: 'unknown', cause: 'TIMEOUT' });
    await expect(event(other)).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(held()).toBe(2000);
    await event(other);
    expect(held()).toBe(1000);
  });

  test('an event about an authorization of a card that was saved under another id than the stored one cancels nothing', async () => {
    const { pay, stored, event, adapter } = await makePayment();
    const { amount, instrument } = { amount: 0, instrument: own.card(undefined, { store: true }) };
    await pay(undefined, { amount, instrument });
    const { reference = '' } = await stored();
    const payment = { reference: `${reference}_2`, manyCaptures: true };
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce({ state: 'approved', payment });
    const abandoned = jest.spyOn(adapter, 'abandon');
    await event(payment.reference);
    expect(abandoned).not.toHaveBeenCalled();
  });

  test('an event about an authorization whose link has ended releases the hold, and is not repeated', async () => {
    const { pay, stored, event, held, adapter, draft } = await makePayment();
    failing(adapter, { state: 'unknown', cause: 'TIMEOUT' });
    const paying = pay(undefined, { draft: { ...draft, linkId: own.newId() } });
    await expect(paying).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(held()).toBe(1000);
    await event((await stored()).reference);
    expect([held(), await stored()]).toMatchObject([0, { state: 'declined', linkEnded: true }]);
  });

  test('without an id leaves an approved payment as it is', async () => {
    const { pay, stored, event, held } = await makePayment();
    await pay();
    const before = await stored();
    await event();
    expect([held(), await stored()]).toEqual([1000, before]);
  });

  test('an event about an authorization of another payment of the account leaves both as they are', async () => {
    const { pay, stored, event, held, shop } = await makePayment();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: own.newId() }, shop.account.account);
    await event(other);
    expect(held()).toBe(2000);
  });
});
