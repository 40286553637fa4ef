/** A cell: text that people have written, or a number that a spreadsheet may calculate with. */
export type Cell = string | number | Decimal | null | undefined;

/** A decimal number, written out. */
export interface Decimal {
  decimal: string;
}

/** The separators of a file. Spreadsheets expect those of their own region. */
export interface CsvStyle {
  separator: ',' | ';';
  /** The decimal mark. It is a point if cells are separated by commas. */
  decimal: '.' | ',';
  /**
   * Whether people open the file in a spreadsheet, which would change texts that look like numbers or dates. Such a text then
   * gets an apostrophe in front. Programs want the text itself.
   */
  forPeople?: true;
}

/** The separators that programs expect. */
const plain: CsvStyle = { separator: ',', decimal: '.' };

/** The byte order mark, by which spreadsheets recognize a file in UTF-8. */
const mark = '\ufeff';

/**
 * Writes a table as CSV (RFC 4180) that spreadsheets open with the right letters: UTF-8 with a byte order mark. A text
 * that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export const printCsv = (rows: Rows, style = plain): string => mark + printRows(rows, style);

type Rows = readonly (readonly Cell[])[];

/** Prints further rows of a file that {@link printCsv} has begun. */
export const printRows = (rows: Rows, style = plain): string =>
  rows.map((row) => `${row.map((cell) => printCell(cell, style)).join(style.separator)}\r\n`).join('');

const sign = '[=+\\-@＝＋－＠]';

/** The sign of a formula may come after these characters, which some programs drop before they look for it. */
const unseen = '[\\s\\p{C}\\p{Default_Ignorable_Code_Point}]*';

const formula = new RegExp(`^(?:[\\t\\r\\n]|${unseen}${sign})`, 'u');

const afterSeparator = (separator: string): RegExp =>
  new RegExp(`(?=${sign})(?<=[${separator}\\t\\r\\n]${unseen})`, 'gu');

/**
 * The signs of formulas within a text. A spreadsheet of another region expects the other separator. It begins a cell at
 * that separator or at a line break, because the quotes around the text do not stand at the beginning of its cell.
 */
const innerFormula = { ',': afterSeparator(';'), ';': afterSeparator(',') };

/** A moment or a day of ISO 8601, as Florin writes them. Spreadsheets make dates of them, which is meant. */
const isoTime = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;

const month = '(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]{0,6}';

const changing = [
  /^(0\d+|\d{12,})$/,
  /^\d+([.,]\d+)?e[+-]?\d+$/i,
  /^\d+([-/.,:' ]+\d+)+[-/.,: ]*$/,
  new RegExp(`^(\\d{1,4}[-/. ]*${month}([-/. ]*\\d{1,4})?|${month}[-/. ]*\\d{1,4})$`, 'i'),
];

/**
 * Whether a spreadsheet would change a text. It drops zeros at the start, keeps 15 digits and shows more than 11 as a power of
 * ten, takes `3E5` for 300,000, and `1-2`, `3/4`, `1.10` and `MAR 1` for dates or numbers.
 */
function looksLikeNumber(text: string): boolean {
  return !isoTime.test(text) && changing.some((pattern) => pattern.test(text));
}

function printCell(cell: Cell, { decimal, separator, forPeople }: CsvStyle): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object') return cell.decimal.replace('.', decimal);
  const neutral = neutralText(cell, separator);
  // A text that begins a formula has its apostrophe already.
  const isChanged = forPeople && !formula.test(cell) && looksLikeNumber(cell.trim());
  const safe = isChanged ? `'${neutral}` : neutral;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts an apostrophe before each sign in a text at which a spreadsheet would begin a formula. */
export function neutralText(text: string, separator: CsvStyle['separator']): string {
  const inside = text.replace(innerFormula[separator], "'");
  return formula.test(text) ? `'${inside}` : inside;
}

/** An amount as a decimal number with a point, as programs read it: 1099 with two decimals → `10.99`. */
export function decimalOf(minor: number, decimals: number): Decimal {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = minor < 0 ? '-' : '';
  return { decimal: decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}` };
}
