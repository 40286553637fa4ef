import { type SealedLog, sealedLogs } from '../../../../functions/core/domain/ledger/sealed-fields.ts';

/** An entry as a seal has it, or as the export has it. */
export interface Entry {
  merchantId: string;
  log: SealedLog;
  id: string;
  source: 'sealed' | 'exported';
  digest: Uint8Array;
  /** The entry is in the list of another merchant or time. */
  misplaced: boolean;
}

const sources = ['sealed', 'exported'] as const;

/** Merchant 12, log 1, id 12, source 1, digest 32, misplaced 1. */
export const recordLength = 59;

/** An entry as bytes, whose order is that of merchants, logs, ids and sources. */
export function recordOf({ merchantId, log, id, source, digest, misplaced }: Entry): string {
  const bytes = Buffer.allocUnsafe(recordLength);
  bytes.write(merchantId, 0, 'hex');
  bytes[12] = sealedLogs.indexOf(log);
  bytes.write(id, 13, 'hex');
  bytes[25] = sources.indexOf(source);
  bytes.set(digest, 26);
  bytes[58] = misplaced ? 1 : 0;
  return bytes.toString('latin1');
}

export function entryOf(record: string): Entry {
  const bytes = Buffer.from(record, 'latin1');
  return {
    merchantId: bytes.toString('hex', 0, 12),
    log: sealedLogs[bytes[12] ?? 0] ?? 'ledger',
    id: bytes.toString('hex', 13, 25),
    source: sources[bytes[25] ?? 0] ?? 'sealed',
    digest: bytes.subarray(26, 58),
    misplaced: bytes[58] === 1,
  };
}
