import { type Cell, printCsv, printRows } from '#basics/csv.ts';

type Rows = readonly (readonly Cell[])[];

/** A CSV file that grows. The browser keeps its parts outside of the page's memory. */
export interface CsvFile {
  readonly count: number;
  add(rows: Rows): void;
  /** Puts rows between the names of the columns and the other rows. They are not counted. */
  begin(rows: Rows): void;
  /** Adds rows that are not counted. */
  end(rows: Rows): void;
  /** Offers the rows so far as a file. */
  save(name: string): void;
}

export function csvFile(columns: readonly string[]): CsvFile {
  const parts = [new Blob([printCsv([columns])])];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(rows) {
      parts.push(new Blob([printRows(rows)]));
      count += rows.length;
    },
    begin: (rows) => void parts.splice(1, 0, new Blob([printRows(rows)])),
    end: (rows) => void parts.push(new Blob([printRows(rows)])),
    save: (name) => download(name, new Blob(parts, { type: 'text/csv;charset=utf-8' })),
  };
}

function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
