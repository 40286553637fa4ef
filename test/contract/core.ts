import type { AuthorizationOrder, Instrument } from '../../functions/core/acquirer/acquirer.ts';
import type { AcquirerEvent, ReceivedEvent } from '../../functions/core/acquirer/events.ts';
import type { Id } from '../../functions/core/domain/id.ts';
import type { Merchant } from '../../functions/core/domain/merchants/merchant.ts';
import { type Method, usedMethod } from '../../functions/core/domain/methods/method.ts';
import { OperationOpen, requireFound } from '../../functions/core/domain/outcome.ts';
import { unansweredMovements } from '../../functions/core/domain/transactions/operation.ts';
import { StaleRead } from '../../functions/core/store/table/retry.ts';
import type { MovementOperation } from '../../functions/core/store/transactions/operations.ts';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { someMerchant } from '../unit/domain/some-merchant.ts';
import { onOwnTable } from '../unit/own-table.ts';
import type { Contract } from './contract.ts';
import type { Report } from './world.ts';

/** Florin's use cases with the adapter, on a table of their own. */
export function withCore(c: Contract) {
  const own = onOwnTable(async () => {
    // The registry of the repository does not have every adapter that the suite tests.
    const adapter = () => c.world.acquirer;
    jest.doMock('../../functions/core/acquirer/registry.ts', () => ({
      ...{ acquirerOf: adapter, paymentAcquirerOf: adapter, authorizingAcquirerOf: adapter },
      capabilitiesOf: () => c.world.capabilities,
    }));
    return {
      ...(await import('../../functions/core/domain/transactions/transaction.ts')),
      ...(await import('../../functions/core/store/ledger/lines.ts')),
      ...(await import('../../functions/core/store/merchants/acquirer-accounts.ts')),
      ...(await import('../../functions/core/store/merchants/merchants.ts')),
      ...(await import('../../functions/core/store/reconciliation/acquirer-references.ts')),
      ...(await import('../../functions/core/store/reconciliation/cases.ts')),
      ...(await import('../../functions/core/store/transactions/create-transaction.ts')),
      ...(await import('../../functions/core/store/transactions/operations.ts')),
      ...(await import('../../functions/core/store/transactions/transaction-item.ts')),
      ...(await import('../../functions/core/store/transactions/transactions.ts')),
      ...(await import('../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
      ...(await import('../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
      ...(await import('../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
      ...(await import('../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
      ...(await import('../../functions/core/usecases/acquirer-operations/open-movement.ts')),
      ...(await import('../../functions/core/usecases/acquirer-operations/resolve-operation.ts')),
      ...(await import('../../functions/core/usecases/reconciliation/compare-balance-transactions.ts')),
    };
  });

  /** Reads a report as the route of events does. */
  async function read({ body, headers }: Report): Promise<ReceivedEvent[]> {
    const reading = await c.world.readEvent({ body, header: (name) => headers[name] });
    if (reading.state !== 'read') throw new Error(reading.state);
    return reading.events.map((event) => ({ ...event, acquirer: c.world.name }));
  }

  /** A merchant of the account. */
  async function newMerchant() {
    const account = { acquirer: c.world.name, account: c.account };
    const merchant = someMerchant({ test: false });
    await own.createMerchant(merchant, { id: merchant.id, name: null });
    await own.setAcquirer(merchant, account, true, {});
    return { account, merchant };
  }

  /** A stored payment of a new account. */
  async function stored() {
    c.renew();
    const { account, merchant } = await newMerchant();
    const order = c.order({ increments: true });
    const outcome = await c.authorize(order);
    if (outcome.state !== 'approved') throw new Error(outcome.state);
    const { reference } = outcome.payment;
    const transaction = own.openTransaction(merchant, {
      ...{
        id: order.id,
        currency: order.currency,
        amount: order.amount,
        descriptor: 'Shop',
        recurring: false,
      },
      card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
      acquirer: { ...account, ...outcome.payment },
    });
    const alongside = [own.namePayment(c.world.name, reference, order.id)];
    await own.createTransaction(transaction, {}, { merchant, alongside });

    return { reference, look: () => own.syncPayment(account, reference), ...payment(order.id, merchant) };
  }

  /** A payment by a method, of which Florin has asked nothing yet. */
  async function byMethod(
    method: Method,
    { id, amount, currency }: AuthorizationOrder,
    instrument: Instrument,
  ) {
    const { account, merchant } = await newMerchant();
    const draft = { descriptor: 'Shop', method: usedMethod(method), recurring: false };
    const asked = { id, amount, currency, draft, instrument, record: () => [] };
    const known = requireFound(await own.findMerchant(merchant.id));
    const reference = async () => {
      const operation = await own.getOperation(id);
      return operation?.kind === 'authorize' ? operation.reference : undefined;
    };
    const isWaiting = (error: unknown) => error instanceof OperationOpen || error instanceof StaleRead;
    return {
      ...payment(id, merchant),
      reference,
      /** Sends the payment's request, with which the customer can leave. An outcome that is not known yet is open. */
      pay: async (left = false): Promise<string> =>
        own.authorizeLive(known, { ...asked, left }).then(
          ({ operation }) => operation.state,
          (error) => (isWaiting(error) ? 'open' : Promise.reject(error)),
        ),
      /** Resolves what is open, as a job does after so many milliseconds. */
      async finish(after = 0): Promise<void> {
        const now = Date.now.bind(Date);
        const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + after);
        try {
          const transaction = await own.getTransaction(id);
          for (const of of [id, ...unansweredMovements(transaction ?? {}).map((movement) => movement.id)]) {
            const operation = await own.getOperation(of);
            if (!operation || own.isClosed(operation)) continue;
            await own.resolveOperation(operation).catch((error) => {
              if (!isWaiting(error)) throw error;
            });
          }
        } finally {
          clock.mockRestore();
        }
      },
      isStored: async () => (await own.getTransaction(id)) !== undefined,
      /** Compares the acquirer's balance transactions with the lines, as a job does each night. */
      async reconcile() {
        const { entries } = await c.world.acquirer.listBalanceTransactions(c.account, { since: 0 });
        return own.compareBalanceTransactions(merchant, account, entries);
      },
    };
  }

  function payment(id: Id, merchant: Merchant) {
    const account = { acquirer: c.world.name, account: c.account };
    const now = async () => {
      const found = await own.getTransaction(id);
      if (!found) throw new Error('No transaction');
      return found;
    };
    const live = async () => {
      const found = await now();
      if (!own.isLive(found)) throw new Error('No payment');
      return found;
    };
    return {
      move: async (kind: MovementOperation['kind'], amount: number) =>
        own.requestMovement(await own.openLiveMovement(await live(), kind, { amount }, undefined)),
      /** The events of all reports about the account so far, without those that say the same. */
      async events(): Promise<ReceivedEvent[]> {
        const all = (await Promise.all(c.world.reports(c.account).map(read))).flat();
        return [...new Map(all.map((event) => [JSON.stringify(event), event])).values()];
      },
      /** Applies events. The queue delivers an event again that cannot be applied yet. */
      async hear(events: readonly ReceivedEvent[]): Promise<void> {
        for (let left = events, round = 0; left.length > 0; round++) {
          const failed: ReceivedEvent[] = [];
          for (const event of left)
            await own.applyAcquirerEvent(event).catch((error) => {
              if (round === 3) throw error;
              failed.push(event);
            });
          left = failed;
        }
      },
      /** An event of the payment's account, as it waits in the queue. */
      of: (event: AcquirerEvent): ReceivedEvent => ({ ...event, ...account }),
      /** Asks the acquirer for the outcome of an operation that is open or on its way, as a job does. */
      async resolve(id: string): Promise<void> {
        const operation = await own.getOperation(id as Id);
        if (operation && !own.isClosed(operation)) await own.resolveMovement(operation as MovementOperation);
      },
      /** The payment as Florin has it, its lines and its cases, in no order of time. */
      async show() {
        const {
          amount,
          capturedAmount,
          refundedAmount,
          pendingAmount,
          voidedAmount,
          accepted,
          operation,
          trail,
          error,
        } = await now();
        const lines: number[] = [];
        for await (const { balance } of own.listLines(merchant.id, { limit: 100 })) lines.push(balance);
        return {
          ...{ amount, capturedAmount, refundedAmount, pendingAmount, voidedAmount, operation },
          isPaid: error === undefined,
          onTheWay: accepted?.length ?? 0,
          trail: trail.map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`).sort(),
          lines: lines.sort((a, b) => a - b),
          cases: await own.listCases(merchant.id),
        };
      },
    };
  }

  /** All items of the table, as text. */
  async function items(): Promise<string> {
    const { Items, LastEvaluatedKey } = await callEngine(own.engine)('Scan', { TableName: own.table });
    expect(LastEvaluatedKey).toBeUndefined();
    return JSON.stringify(Items);
  }

  return { read, stored, byMethod, items };
}

export type StoredPayment = Awaited<ReturnType<ReturnType<typeof withCore>['stored']>>;
