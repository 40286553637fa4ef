import { type Cell, type CsvStyle, printCsv, printRows } from '#basics/csv.ts';
import { decimalMark } from '../values/amount.ts';
import { language, locale } from '../values/texts.ts';

type Rows = readonly (readonly Cell[])[];

/** A CSV file to which rows are added. The browser keeps its parts outside of the page's memory. */
export interface CsvFile {
  readonly count: number;
  /** @param section the rows of a section come before those of the next section, even if they are added later */
  add(rows: Rows, section?: number): void;
  /** Puts rows after the header row and before all other rows. They are not counted. */
  begin(rows: Rows): void;
  /** Adds rows at the end that are not counted. */
  end(rows: Rows): void;
  /** Offers the rows so far as a file. */
  save(name: string): void;
}

/**
 * The style that spreadsheets of the user's region read. With a decimal comma, semicolons separate the cells. Switzerland
 * in German has semicolons as well, although its numbers have a point.
 */
export function styleOf(name: string, tag: string): CsvStyle {
  const decimal = decimalMark(tag) === ',' ? ',' : '.';
  return { decimal, separator: decimal === ',' || name !== 'en' ? ';' : ',', forPeople: true };
}

export function csvFile(columns: readonly string[], style = styleOf(language, locale)): CsvFile {
  const head = [new Blob([printCsv([columns], style)])];
  const sections: Blob[][] = [];
  const foot: Blob[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(rows, section = 0) {
      sections[section] = [...(sections[section] ?? []), new Blob([printRows(rows, style)])];
      count += rows.length;
    },
    begin: (rows) => void head.push(new Blob([printRows(rows, style)])),
    end: (rows) => void foot.push(new Blob([printRows(rows, style)])),
    save: (name) =>
      download(name, new Blob([...head, ...sections.flat(), ...foot], { type: 'text/csv;charset=utf-8' })),
  };
}

/** Offers a file to the user. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
