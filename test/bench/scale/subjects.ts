import type { DynamoDBRecord } from 'aws-lambda';
import type { Id } from '../../../functions/core/domain/id.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { startFlorin } from '../../api/support/florin.ts';
import { world } from '../../api/support/world.ts';
import { someMerchant } from '../../unit/domain/some-merchant.ts';
import { type Laboratory, sealKey, tableAt } from './laboratory.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Makes payments with a webhook over the API, and returns the two records of the stream that each payment causes: the
 * new payment, and its capture.
 */
export async function recordsOfPayments(laboratory: Laboratory, count: number): Promise<DynamoDBRecord[]> {
  const call = callEngine(laboratory.engine.endpoint);
  const florin = await startFlorin(['--memory'], {
    ...{ DYNAMODB_ENDPOINT: laboratory.engine.endpoint, SEAL_KEY: sealKey },
    ...{ FLORIN_TRIGGERS: 'off', FLORIN_ROLES: 'off', WEBHOOK_REACH: 'any' },
  });
  try {
    const { api, shop, authorized, move } = world(florin);
    const { key, merchant } = await shop();
    const hook = { key, body: { url: laboratory.receiver } };
    const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, hook)).body;
    // A live merchant's posts are not counted. Live payments would need an acquirer.
    await call('UpdateItem', {
      TableName: 'florin',
      Key: { pk: { S: `webhooks#${merchant.id}` }, sk: { S: `webhook#${webhook.id}` } },
      UpdateExpression: 'SET #test = :no',
      ExpressionAttributeNames: { '#test': 'test' },
      ExpressionAttributeValues: { ':no': { BOOL: false } },
    });
    const image = async (id: Id) =>
      (
        await call('GetItem', {
          TableName: 'florin',
          Key: { pk: { S: `tx#${id}` }, sk: { S: '#transaction' } },
        })
      ).Item;
    const transactionId = await authorized(merchant, 1000);
    const records: DynamoDBRecord[] = [];
    for (let n = 0; n < count; n++) {
      const body = { transactionId, currency: 'EUR', amount: 1000 + n };
      const { id } = (await api('POST', `/merchants/${merchant.id}/transactions`, { key, body })).body
        .transaction;
      const made = await image(id);
      await move(key, id, 'captures', 1000);
      records.push(recordOf(`${n}a`, 'INSERT', made));
      records.push(recordOf(`${n}b`, 'MODIFY', await image(id), made));
    }
    return records;
  } finally {
    await florin.stop();
  }
}

const recordOf = (
  eventID: string,
  eventName: 'INSERT' | 'MODIFY',
  NewImage: object,
  OldImage?: object,
): DynamoDBRecord =>
  ({
    ...{ eventID, eventName, eventSource: 'aws:dynamodb' },
    dynamodb: { ApproximateCreationDateTime: Date.now() / 1000, SequenceNumber: eventID, NewImage, OldImage },
  }) as DynamoDBRecord;

/** Loads the store, and functions that write merchants and their ledgers with it. */
export async function loadSubjects(laboratory: Laboratory) {
  Object.assign(process.env, tableAt(laboratory.engine.endpoint));
  const { addToBalance } = await import('../../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../../functions/core/store/ledger/lines.ts');
  const { setAcquirer } = await import('../../../functions/core/store/merchants/acquirer-accounts.ts');
  const store = await import('../../../functions/core/store/merchants/merchants.ts');
  const { nameBalanceTransaction } = await import(
    '../../../functions/core/store/reconciliation/acquirer-references.ts'
  );
  const { inGroups } = await import('../../../functions/core/basics/in-groups.ts');
  const { newId } = await import('../../../functions/core/domain/id.ts');
  const { transact } = await import('../../../functions/core/store/table/transact.ts');
  const written = 40;

  return { merchants, account };

  /** Makes merchants that can be paid out, each with `lines` captures of the day before yesterday. */
  async function merchants(count: number, lines: number): Promise<Id[]> {
    const ids: Id[] = [];
    await inGroups(Array.from({ length: count }), 8, async () => {
      const merchant = someMerchant({ test: false, bank: { iban: 'DE89370400440532013000' } });
      await store.createMerchant(merchant, { id: newId(), name: null });
      ids.push(merchant.id);
      const all = Array.from({ length: lines }, (_, n) => captureOf(merchant.id, Date.now() - 2 * day + n));
      for (let first = 0; first < all.length; first += written) {
        const some = all.slice(first, first + written) as [Line, ...Line[]];
        await transact([...some.map((line) => putLine(line)), addToBalance(some)]);
      }
    });
    return ids;
  }

  function captureOf(merchantId: Id, made: number): Line {
    return {
      ...{ id: newId(made), merchantId, test: false, kind: 'capture', transactionId: newId(made) },
      ...{ amount: { currency: 'EUR', amount: 1000 }, balance: 961, fee: 39 },
    };
  }

  /** Makes a live merchant with an account whose entries all have their lines already. */
  async function account(entries: number): Promise<Id> {
    const merchant = someMerchant({ test: false });
    const at = { acquirer: 'stripe', account: `acct_${merchant.id}` } as const;
    await store.createMerchant(merchant, { id: newId(), name: null });
    await setAcquirer(merchant, at, true, {});
    await inGroups(Array.from({ length: entries }), 8, async () => {
      const reference = laboratory.stripe.book({ type: 'stripe_fee', amount: -5 }, at.account);
      const line: Line = {
        ...{ id: newId(), merchantId: merchant.id, test: false, kind: 'adjustment', balance: -5, fee: 0 },
        amount: { currency: 'EUR', amount: -5 },
        acquirer: { reference },
      };
      await transact([
        putLine(line),
        addToBalance([line]),
        nameBalanceTransaction('stripe', reference, line.id),
      ]);
    });
    return merchant.id;
  }
}
