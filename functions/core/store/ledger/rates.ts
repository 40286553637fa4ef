import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Rates } from '#domain/money/exchange.ts';
import { bundledRates } from '#domain/money/rates-snapshot.ts';
import { client, table } from '../table/client.ts';
import { ratesKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { isWritten } from '../table/write-one.ts';

const freshFor = 5 * 60_000;

let knownRates: { rates: Rates; at: number } | undefined;

/** The stored rates; the bundled snapshot if no rates are stored. */
export async function readRates(): Promise<Rates> {
  const stored = await get<Item & Rates>(ratesKey);
  return stored ? { date: stored.date, perEuro: stored.perEuro } : bundledRates;
}

/**
 * The present exchange rates. They change once a day, so each function instance reads them at most every five
 * minutes.
 */
export async function currentRates(): Promise<Rates> {
  if (knownRates && Date.now() - knownRates.at < freshFor) return knownRates.rates;
  const rates = await readRates();
  knownRates = { rates, at: Date.now() };
  return rates;
}

/** Stores newer rates. Returns false if the stored rates are at least as new. */
export async function storeRates({ date, perEuro }: Rates): Promise<boolean> {
  return isWritten(
    client.send(
      new PutCommand({
        TableName: table,
        Item: { ...ratesKey, date, perEuro },
        ConditionExpression: 'attribute_not_exists(pk) OR #date < :date',
        ExpressionAttributeNames: { '#date': 'date' },
        ExpressionAttributeValues: { ':date': date },
      }),
    ),
  );
}
