import type { DynamoDBRecord, SQSBatchResponse } from 'aws-lambda';
import { inGroups } from '../../../../functions/core/basics/in-groups.ts';
import type { StoredMerchant } from '../../../../functions/core/store/merchants/merchants.ts';
import type { LiveAuthorization } from '../../../../functions/core/usecases/acquirer-operations/open-authorization.ts';
import { testKey } from '../../../stripe/orders.ts';
import type { Settings } from '../../../stripe/stand-in/account.ts';
import type { Event } from '../../../stripe/stand-in/webhooks.ts';
import { awsService } from '../../aws-service.ts';
import { streamOf } from '../../own-stream.ts';
import { withRealMoney } from '../real-money.ts';

/** An event of a merchant's webhooks. */
export interface Published {
  type: string;
  merchantId: string;
  /** Milliseconds since 1970. */
  created: number;
  sequence?: number | undefined;
}

/** A merchant with one payment, whose life is played at the acquirer. */
export interface Scene {
  live: Lives;
  merchant: StoredMerchant;
  /** The id of the merchant's app. */
  app: string;
  account: string;
  /** The payment's transaction. */
  id: string;
  /** The acquirer's ids. */
  payment: string;
  refund: string;
  dispute: string;
  payout: string;
}

export type Bank = 'yes' | 'no' | 'leaves';
export type Movement = 'increment' | 'capture' | 'refund' | 'void';
export type Lives = ReturnType<typeof withLives>;

const secret = ['whsec', 'lives'].join('_');
const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** The number of merchants that are worked on at the same time. */
const atOnce = 6;
const attempts = 5;

/** Runs Florin's use cases and jobs in this process, at a stand-in for Stripe and on a clock that tests move. */
export function withLives() {
  const queue: { account: string; body: string }[] = [];
  const continued: Record<string, unknown>[] = [];
  const log: string[] = [];
  const published: Published[] = [];
  const known = new Set<string>();
  let changes: () => Promise<DynamoDBRecord[]>;

  const sqs = awsService(({ QueueUrl, Entries }) => {
    for (const { MessageBody: body } of Entries)
      if (QueueUrl.endsWith('/merchants')) continued.push(JSON.parse(body));
      else queue.push({ account: JSON.parse(body).account, body });
    return [200, {}];
  });
  const real = withRealMoney(async () => {
    Object.assign(process.env, {
      ...{ AWS_ENDPOINT_URL_SQS: await sqs.listen(), RECONCILIATION_SECONDS: '60' },
      ...{
        MERCHANTS_URL: 'https://sqs.example/1/merchants',
        ACQUIRER_EVENTS_URL: 'https://sqs.example/1/events',
      },
      STRIPE_CREDENTIALS: JSON.stringify({ apiKey: testKey, webhookSecrets: [secret] }),
    });
    return {
      ...(await import('../../../../functions/core/acquirer/stripe/stripe.ts')),
      ...(await import('../../../../functions/core/jobs/change.ts')),
      ...(await import('../../../../functions/core/store/disputes/alerts.ts')),
      ...(await import('../../../../functions/core/store/ledger/lines.ts')),
      ...(await import('../../../../functions/core/store/ledger/payouts.ts')),
      ...(await import('../../../../functions/core/store/merchants/merchants.ts')),
      ...(await import('../../../../functions/core/store/table/retry.ts')),
      ...(await import('../../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
      ...(await import('../../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
      ...(await import('../../../../functions/core/usecases/ledger/check-ledger.ts')),
      ...(await import('../../../../functions/core/usecases/movements/move-money.ts')),
      ...(await import('../../../../functions/core/usecases/webhooks/events-of-change.ts')),
      listTransactions: (await import('../../../../functions/core/store/transactions/transactions.ts'))
        .listTransactions,
      closeMonthOf: (await import('../../../../functions/core/usecases/ledger/close-month.ts')).closeMonthOf,
      presentClosed: (await import('../../../../functions/core/presenters/month.ts')).presentClosed,
      presentDispute: (await import('../../../../functions/core/presenters/dispute.ts')).present,
      presentLine: (await import('../../../../functions/core/presenters/line.ts')).present,
      presentMerchant: (await import('../../../../functions/core/presenters/merchant.ts')).present,
      presentPayout: (await import('../../../../functions/core/presenters/payout.ts')).present,
      presentTransaction: (await import('../../../../functions/core/presenters/transaction.ts')).present,
      finish: (await import('../../../../functions/jobs/finish-operations.ts')).handler,
      reconcile: (await import('../../../../functions/jobs/reconcile.ts')).handler,
    };
  });
  const { own } = real;

  // Money becomes available at midnight. The lives take hours on this clock, so they begin at noon. The clock must not
  // begin in the future, where nothing that the engine has dated would be over.
  const machineTime = Date.now;
  const today = machineTime.call(Date) - new Date().setUTCHours(12, 0, 0, 0);
  let ahead = -(today < 0 ? today + day : today);
  beforeAll(async () => {
    Date.now = () => machineTime.call(Date) + ahead;
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => log.push(String(line)) > 0);
    changes = await streamOf(own);
  });
  afterAll(() => {
    Date.now = machineTime;
    jest.restoreAllMocks();
  });

  /** A merchant with an account of its own at Stripe. */
  async function open(settings: Partial<Settings> = {}): Promise<Scene> {
    const { account, merchant, app } = await real.shop();
    const increments = settings.increments === true;
    await own.setAcquirer(merchant, account, true, { increments });
    const name = account.account ?? '';
    Object.assign(real.stripe.settings(name), { manyCaptures: true, payoutDelay: 3, ...settings });
    const stored = (await own.findMerchant(merchant.id)) as StoredMerchant;
    const ids = { id: '', payment: '', refund: '', dispute: '', payout: '' };
    return { live, merchant: stored, app, account: name, ...ids };
  }

  /** The customer pays, and answers their bank if it asks. */
  async function pay(scene: Scene, amount: number, currency: string, number?: string, bank?: Bank) {
    const { merchant, account } = scene;
    scene.id = own.newId();
    const card = {
      bin: '424242',
      last4: '4242',
      expiry: '',
      scheme: 'visa',
      code: { present: true },
    } as const;
    const asked: LiveAuthorization = {
      ...{ id: scene.id, amount, currency, draft: { descriptor: 'Shop', card, recurring: false } },
      ...{ instrument: own.card(number), record: () => [] },
    };
    let begun = await unlessOpen(own.authorizeLive(merchant, asked));
    // On a busy machine an answer may come too late. A client repeats its request then.
    for (let n = 1; n < attempts && !begun; n++) begun = await unlessOpen(own.authorizeLive(merchant, asked));
    scene.payment = real.stripe.books(account).intents[0]?.id ?? '';
    const challenge = begun?.operation.challenge;
    if (!challenge || !bank) return;
    if (bank === 'leaves') await own.authorizeLive(merchant, { ...asked, left: true });
    else {
      const body = new URLSearchParams({ passed: bank });
      await fetch(challenge.url ?? '', { method: 'POST', body, redirect: 'manual' });
      await own.authorizeLive(merchant, asked);
    }
  }

  /** The merchant requests a movement. If the acquirer has not answered, the worker completes the movement. */
  const move = ({ app, id }: Scene, kind: Movement, amount: number) =>
    unlessOpen(
      own.moveMoney(kind, { caller: { kind: 'app', id: app }, transactionId: id, input: { amount } }),
    );

  /** Posts events of the acquirer to Florin, which keeps them in a queue. */
  async function tell(events: readonly Event[]): Promise<void> {
    for (const event of events) {
      const { body, header } = real.stripe.signed(event, secret);
      const reading = await own.readEvent({ body, header: () => header });
      if (reading.state !== 'read') throw new Error(`${event.type}: ${reading.state}`);
      for (const each of reading.events)
        queue.push({ account: event.account ?? '', body: JSON.stringify({ acquirer: 'stripe', ...each }) });
    }
  }

  /** Delivers the events of the queue once, for each account in their order. Failed ones stay. */
  async function deliver(): Promise<void> {
    const waiting = queue.splice(0);
    const accounts = [...new Set(waiting.map(({ account }) => account))];
    await inGroups(accounts, atOnce, async (account) => {
      for (const event of waiting.filter((one) => one.account === account)) {
        const apply = () => own.applyAcquirerEvent(JSON.parse(event.body));
        await own.repeatWhileStale(apply).catch((error) => {
          log.push(String(error));
          queue.push(event);
        });
      }
    });
  }

  async function deliverAll(): Promise<void> {
    for (let n = 0; n < attempts && queue.length > 0; n++) await deliver();
    if (queue.length > 0)
      throw new Error(`Florin gives up events: ${JSON.stringify(queue)} ${log.slice(-9)}`);
  }

  /** Compares the merchant's ledger with the acquirer's books, as the nightly job does. @returns the reported differences */
  async function night({ merchant }: Scene, now = Date.now()): Promise<unknown[]> {
    const before = log.length;
    // The time is a day ahead, because the job ignores entries younger than one hour.
    let message: object | undefined = { time: new Date(now + day).toISOString(), merchantId: merchant.id };
    while (message) {
      const Records = [{ messageId: 'night', body: JSON.stringify(message) }];
      const answer = await own.reconcile({ Records } as Parameters<typeof own.reconcile>[0]);
      if ((answer as SQSBatchResponse).batchItemFailures.length > 0)
        throw new Error(log.slice(before).join(''));
      const next = continued.findIndex(({ merchantId }) => merchantId === merchant.id);
      message = next < 0 ? undefined : continued.splice(next, 1)[0];
    }
    return log
      .slice(before)
      .filter((line) => line.includes('ReconciliationDifferences') && line.includes(merchant.id))
      .map((line) => JSON.parse(line));
  }

  /** Notes the events of webhooks of all changes since the last call. */
  async function publish(): Promise<readonly Published[]> {
    for (const record of await changes())
      for (const { type, source, merchantId, sequence } of own.eventsOfChange(own.changeOf(record))) {
        // An event with the same type and source has the same id, and is delivered once.
        if (!known.has(`${type} ${source}`))
          published.push({ type, merchantId, sequence, created: Date.now() });
        known.add(`${type} ${source}`);
      }
    return published;
  }

  const live = Object.assign(real, {
    ...{ atOnce, log, open, pay, move, tell, deliver, deliverAll, night, publish, published },
    finishOperations: () => own.finish({}, { getRemainingTimeInMillis: () => 60_000 } as never),
    moveTo(time: number) {
      ahead += Math.max(0, time - Date.now());
    },
  });
  return live;
}

/** Ignores that an operation is open. */
async function unlessOpen<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as Error).name !== 'OperationOpen') throw error;
    return undefined;
  }
}
