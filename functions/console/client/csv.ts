/** A cell: text that people have written, or a number that a spreadsheet may calculate with. */
export type Cell = string | number | Decimal | null | undefined;

/** A decimal number, written out. */
export interface Decimal {
  decimal: string;
}

/**
 * Writes a table as CSV (RFC 4180) that spreadsheets open with the right letters: UTF-8 with a byte order mark. A text
 * that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export const printCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => row.map(printCell).join(',')).join('\r\n')}\r\n`;

function printCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount as a decimal number with a point, as programs read it: 1099 with two decimals → `10.99`. */
export function decimalOf(minor: number, decimals: number): Decimal {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = minor < 0 ? '-' : '';
  return { decimal: decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}` };
}

/** Offers a text as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
