import type { Attribute, Attributes } from './protocol.ts';

/** The size of an item in bytes as DynamoDB counts it: names, values, and the overhead of lists and maps. */
export function sizeOf(item: Attributes): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += Buffer.byteLength(name) + sizeOfValue(value);
  return size;
}

function sizeOfValue(value: Attribute): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return sizeOfNumber(value.N);
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64');
  if (value.L) return value.L.reduce((sum, element) => sum + 1 + sizeOfValue(element), 3);
  if (value.M) return 3 + Object.keys(value.M).length + sizeOf(value.M);
  if (value.SS) return value.SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (value.NS) return value.NS.reduce((sum, number) => sum + sizeOfNumber(number), 0);
  if (value.BS) return value.BS.reduce((sum, bytes) => sum + Buffer.byteLength(bytes, 'base64'), 0);
  return 1; // BOOL, NULL
}

/** A number takes one byte for each two significant digits, one more byte, and another one for a minus sign. */
function sizeOfNumber(number: string): number {
  const digits = number
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + (number.startsWith('-') ? 2 : 1);
}

const kilobytes = (item: Attributes | undefined): number =>
  item ? Math.max(1, Math.ceil(sizeOf(item) / 1024)) : 1;

/**
 * The write units of the table. The larger of the item before and after the write counts. A transaction takes twice as many
 * units, also for a condition check.
 */
export const tableUnits = (
  before: Attributes | undefined,
  after: Attributes | undefined,
  transactional: boolean,
): number => Math.max(kilobytes(before), kilobytes(after)) * (transactional ? 2 : 1);

/** The write units of an index, for its parts of the item before and after. An index is not part of the transaction. */
export function indexUnits(before: Attributes | undefined, after: Attributes | undefined): number {
  if (!before && !after) return 0;
  if (before && after && sameItem(before, after)) return 0;
  return Math.max(kilobytes(before), kilobytes(after));
}

function sameItem(a: Attributes, b: Attributes): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
  );
}
