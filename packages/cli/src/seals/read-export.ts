import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SignedSeal } from '../../../../functions/core/domain/ledger/seal.ts';
import {
  digestOf,
  type SealedLog,
  type Shown,
  sealedLogs,
} from '../../../../functions/core/domain/ledger/sealed-fields.ts';
import { type Entry, recordLength, recordOf } from './entry-record.ts';
import { RecordSorter } from './record-sorter.ts';

/** The content of the files of an export. */
export interface Export {
  /** The seals of each merchant. */
  seals: Map<string, SignedSeal[]>;
  /** The entries, and those that the seals have, in the order of merchants, logs and ids. */
  entries: RecordSorter;
  counts: Record<SealedLog, number> & {
    /** Entries of the audit log that expire, which no seal has. */
    expiring: number;
  };
  /** The merchants whose lines are of real money. */
  live: Set<string>;
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

/**
 * Reads files with a JSON object on each line, in any order: those of `npm run export -- decode`, and pages of the API.
 *
 * @throws Error that names the first line that is neither a ledger line, nor an audit entry, nor a seal
 */
export async function readExport(paths: readonly string[]): Promise<Export> {
  const found: Export = {
    seals: new Map(),
    entries: new RecordSorter(recordLength),
    counts: { ledger: 0, audit: 0, expiring: 0 },
    live: new Set(),
  };
  for (const path of paths) {
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      number++;
      const text = line.trim().replace(/,$/, '');
      if (text === '' || text === '[' || text === ']') continue;
      try {
        for (const row of [JSON.parse(text)].flat()) take(row, found);
      } catch (error) {
        found.entries.remove();
        throw new Error(`${path}, line ${number}: ${(error as Error).message}`);
      }
    }
  }
  return found;
}

function take(row: Shown, { seals, entries, counts, live }: Export): void {
  if (typeof row !== 'object' || row === null) throw new Error('No JSON object');
  if ('deleted' in row)
    throw new Error('This is an export of changes, and only a full export can be verified');
  const { merchantId } = row;
  if ('signature' in row) {
    const seal = row as unknown as SignedSeal;
    if (!isSeal(seal)) throw new Error('This seal has a form that this version of the tool does not know');
    seals.set(seal.merchantId, [...(seals.get(seal.merchantId) ?? []), seal]);
  } else if ('entries' in row && isId(merchantId)) {
    for (const entry of sealedEntriesOf(row))
      entries.add(recordOf({ ...entry, merchantId, source: 'sealed' }));
  } else if ('action' in row) {
    if (row.lasts === false) counts.expiring++;
    else takeEntry('audit', row);
  } else if ('balance' in row && 'amount' in row && merchantId !== undefined) {
    takeEntry('ledger', row);
    if (row.test === false && isId(merchantId)) live.add(merchantId);
  } else throw new Error('Neither a line, nor an entry of the audit log, nor a seal');

  function takeEntry(log: SealedLog, entry: Shown): void {
    const { id } = entry;
    if (!isId(id) || !isId(merchantId)) throw new Error('`id` and `merchantId` must have 24 hex characters');
    counts[log]++;
    const misplaced = entry.misplaced === true;
    entries.add(
      recordOf({ merchantId, log, id, source: 'exported', digest: digestOf(log, entry), misplaced }),
    );
  }
}

const isSeal = ({ version, merchantId, day, ledger, audit }: SignedSeal): boolean =>
  version === 1 &&
  isId(merchantId) &&
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  [ledger, audit].every((chain) => typeof chain?.count === 'number' && typeof chain.hash === 'string');

type SealedEntry = Pick<Entry, 'log' | 'id' | 'digest' | 'misplaced'>;

function* sealedEntriesOf({ log, entries }: Shown): Generator<SealedEntry> {
  const bytes = Buffer.from(String(entries), 'base64');
  const known = sealedLogs.find((one) => one === log);
  if (!known || bytes.length % 44 > 0) throw new Error('These sealed entries are damaged');
  for (let at = 0; at < bytes.length; at += 44)
    yield {
      log: known,
      id: bytes.toString('hex', at, at + 12),
      digest: bytes.subarray(at + 12, at + 44),
      misplaced: false,
    };
}
