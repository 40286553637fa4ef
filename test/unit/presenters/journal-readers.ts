/**
 * Readers of the import files of bookkeeping programs. They are written from what each program publishes (docs/adr/0061), know
 * nothing of the code that writes the files, and refuse everything that the program would refuse.
 */

/** An entry as a program imports it. An amount above 0 is a debit; in hundredths of the currency. */
export interface ReadEntry {
  day: string;
  currency: string;
  lines: { account: string; amount: number; text: string }[];
}

/** Reads CSV by RFC 4180: rows end with CRLF, and a quotation mark within quotes is doubled. */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, at] = [[] as string[], '', 0];
  while (at < text.length) {
    if (text[at] === '"' && cell === '') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('A quotation mark is not closed');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at++;
        } else break;
      }
      at++;
      const next = text[at];
      if (next !== separator && next !== '\r') throw new Error(`${next} follows a quoted cell`);
    } else if (text[at] === separator) {
      row.push(cell);
      cell = '';
      at++;
      if (text[at] === separator || text[at] === '\r') continue;
    } else if (text[at] === '\r') {
      if (text[at + 1] !== '\n') throw new Error('A row ends with CR alone');
      rows.push([...row, cell]);
      [row, cell, at] = [[], '', at + 2];
    } else {
      if (text[at] === '"' || text[at] === '\n') throw new Error('A sign must be in quotes');
      cell += text[at++];
    }
  }
  if (row.length > 0 || cell !== '') throw new Error('The last row has no end');
  return rows;
}

const utf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

function hundredths(text: string, form: RegExp): number {
  if (!form.test(text)) throw new Error(`No amount: ${text}`);
  return Number(text.replace(/[.,]/, ''));
}

/** Groups rows that follow each other and have the same name. */
function group<T extends { name: string; day: string; currency: string; line: ReadEntry['lines'][number] }>(
  rows: readonly T[],
): ReadEntry[] {
  const entries = new Map<string, ReadEntry>();
  for (const { name, day, currency, line } of rows) {
    const known = entries.get(name) ?? { day, currency, lines: [] };
    if (known.day !== day || known.currency !== currency)
      throw new Error(`${name} has two days or currencies`);
    known.lines.push(line);
    entries.set(name, known);
  }
  for (const [name, { lines }] of entries) {
    if (lines.length < 2) throw new Error(`${name} has one row`);
    if (lines.reduce((sum, { amount }) => sum + amount, 0) !== 0)
      throw new Error(`${name} is out of balance`);
  }
  return [...entries.values()];
}

/** The template for manual journals of Xero. */
export function readXero(bytes: Uint8Array): ReadEntry[] {
  const [head = [], ...rows] = readCsv(utf8(bytes), ',');
  if (
    head.join() !==
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2'
  )
    throw new Error('Not the columns of the template');
  if (rows.length > 300) throw new Error('More than 300 lines');
  return group(
    rows.map((row) => {
      const [narration = '', date = '', text = '', account = '', tax, amount = ''] = row;
      if (row.length !== head.length || !narration || !tax) throw new Error(`A field is missing: ${row}`);
      if (!/^[A-Za-z0-9]{1,10}$/.test(account)) throw new Error(`No account code: ${account}`);
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? [];
      if (!year) throw new Error(`No date: ${date}`);
      return {
        name: `${narration} ${date}`,
        day: `${year}-${month}-${day}`,
        currency: 'EUR',
        line: { account, amount: hundredths(amount, /^-?\d+\.\d\d$/), text },
      };
    }),
  );
}

/** The import of journal entries of QuickBooks Online. */
export function readQuickBooks(bytes: Uint8Array): ReadEntry[] {
  const [head = [], ...rows] = readCsv(utf8(bytes), ',');
  const place = (name: string) => {
    if (!head.includes(name)) throw new Error(`No column ${name}`);
    return head.indexOf(name);
  };
  if (rows.length > 1000) throw new Error('More than 1000 rows');
  return group(
    rows.map((row) => {
      const cell = (name: string) => row[place(name)] ?? '';
      const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cell('JournalDate')) ?? [];
      const [name, account] = [cell('JournalNo'), cell('AccountName')];
      if (row.length !== head.length || !year || !account || name.length > 21)
        throw new Error(`A field is wrong: ${row}`);
      if ((cell('Debits') === '') === (cell('Credits') === '')) throw new Error('Not one amount');
      const form = /^\d+\.\d\d$/;
      const amount = cell('Debits') ? hundredths(cell('Debits'), form) : -hundredths(cell('Credits'), form);
      if (amount === 0) throw new Error('An amount is 0');
      const line = { account, amount, text: cell('Description') };
      return { name, day: `${year}-${month}-${day}`, currency: cell('Currency'), line };
    }),
  );
}

/** The form of the fields of a posting batch that Florin fills, by their number. */
const datevFields: Record<number, RegExp> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"(S|H)"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  10: /^\d{4}$/,
  11: /^"[\w$%/-]{1,36}"$/,
  14: /^"[^\p{Cc}]{0,60}"$/u,
};

/** The form of the header's fields, by their number. */
const datevHeader: Record<number, RegExp> = {
  1: /^"EXTF"$/,
  2: /^700$/,
  3: /^21$/,
  4: /^"Buchungsstapel"$/,
  5: /^13$/,
  6: /^\d{17}$/,
  7: /^$/,
  8: /^"\w{0,2}"$/,
  9: /^"[^"]{0,25}"$/,
  10: /^"[^"]{0,25}"$/,
  11: /^\d{4,7}$/,
  12: /^\d{1,5}$/,
  13: /^\d{8}$/,
  14: /^[4-8]$/,
  15: /^\d{8}$/,
  16: /^\d{8}$/,
  17: /^"[^"]{0,30}"$/,
  18: /^"[A-Z]{0,2}"$/,
  19: /^[12]$/,
  20: /^(0|30|40|50|64)$/,
  21: /^[01]$/,
  22: /^"[A-Z]{3}"$/,
};

/** Divides a row of DATEV into its fields, with their quotes. */
const fieldsOf = (row: string): string[] =>
  [...`${row};`.matchAll(/("(?:[^"]|"")*"|[^";]*);/g)].map(([, field = '']) => field);

/** The code points of the bytes 0x80 to 0x9f in Windows-1252, as Unicode lists them; 0 if the byte has no character. */
const upper = [
  ...[
    0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d,
    0,
  ],
  ...[
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e,
  ],
  0x178,
];

/** Node.js 20 decodes these bytes as those of Latin-1. */
export function readWindows1252(bytes: Uint8Array): string {
  const codes = [...bytes].map((byte) => (byte >= 0x80 && byte < 0xa0 ? (upper[byte - 0x80] ?? 0) : byte));
  if (codes.includes(0)) throw new Error('A byte is not in Windows-1252');
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

/** The DATEV format: header, 125 columns, and a row for each posting to an account and its counter-account. */
export function readDatev(bytes: Uint8Array): ReadEntry[] {
  const text = readWindows1252(bytes);
  if (!text.endsWith('\r\n') || text.replaceAll('\r\n', '').match(/[\r\n]/)) throw new Error('Not CRLF');
  const [head = '', columns = '', ...rows] = text.slice(0, -2).split('\r\n');
  const header = fieldsOf(head);
  if (header.join(';') !== head || header.length !== 31) throw new Error('The header has not 31 fields');
  for (const [n, form] of Object.entries(datevHeader))
    if (!form.test(header[Number(n) - 1] ?? 'missing'))
      throw new Error(`Header ${n}: ${header[Number(n) - 1]}`);
  if (columns.split(';').length !== 125) throw new Error('There are not 125 columns');
  const [from = '', to = ''] = [header[14], header[15]];
  return rows.map((row): ReadEntry => {
    const fields = fieldsOf(row);
    if (fields.join(';') !== row || fields.length !== 125) throw new Error(`Not 125 fields: ${row}`);
    for (const [n, field] of fields.entries()) {
      const form = datevFields[n + 1] ?? /^$/;
      const inner = field.startsWith('"') ? `"${field.slice(1, -1).replaceAll('""', "'")}"` : field;
      if (!form.test(inner)) throw new Error(`Field ${n + 1}: ${field}`);
    }
    const [amountText = '', side, currency = '', , , , account = '', counter = '', , date = ''] = fields;
    const digits = Number(header[13]);
    if (account.length > digits + 1 || counter.length > digits + 1) throw new Error('An account is too long');
    const day = `${from.slice(0, 4)}-${date.slice(2)}-${date.slice(0, 2)}`;
    if (day.replaceAll('-', '') < from || day.replaceAll('-', '') > to)
      throw new Error(`${day} is not in the month`);
    const amount = hundredths(amountText, /^\d{1,10},\d{2}$/) * (side === '"S"' ? 1 : -1);
    const words = fields[13] ?? '';
    return {
      day,
      currency: currency.slice(1, -1),
      lines: [
        { account, amount, text: words },
        { account: counter, amount: -amount, text: words },
      ],
    };
  });
}
