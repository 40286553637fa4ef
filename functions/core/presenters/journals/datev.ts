import { neutralText } from '#basics/csv.ts';
import { firstCharacters } from '#basics/first-characters.ts';
import type { JournalEntry, JournalLine } from '#domain/ledger/journal.ts';
import { exponentOf } from '#domain/money/currency.ts';
import {
  accountIn,
  amountIn,
  divide,
  fileName,
  type JournalFile,
  type JournalOptions,
  textOf,
} from './journal-file.ts';

const numbered = (count: number, names: (n: number) => string[]): string[] =>
  Array.from({ length: count }, (_, n) => names(n + 1)).flat();

/** The 125 columns of a posting batch, format version 13. DATEV reads them by their position. */
const columns = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum'],
  ...['Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre', 'Diverse Adressnummer'],
  ...['Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...numbered(8, (n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, (n) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit'],
  ...['Skontotyp', 'Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)'],
  ...['EU-Mitgliedstaat (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)'],
  ...['Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Leerfeld', 'KOST-Datum', 'SEPA-Mandatsreferenz'],
  ...['Skontosperre', 'Gesellschaftername', 'Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer'],
  ...['Postensperre bis', 'Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz'],
  ...['Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
];

/** The most rows of one file. DATEV imports 99,999. */
const most = 99_999;

/** The largest amount, which has ten digits before the comma. */
const largest = 10 ** 12 - 1;

/**
 * Writes the posting batch of a month for DATEV (EXTF 700, posting batch 13). Each row books an amount above 0 to an account and
 * to its counter-account; here the counter-account is that of the merchant's balance, whose part of an entry is the sum of the
 * rows.
 *
 * @throws Error if an amount is too large, a currency has three decimals, or the balance has the account of something else
 */
export function datevFiles(
  currency: string,
  entries: readonly JournalEntry[],
  options: JournalOptions,
): JournalFile[] {
  if (exponentOf(currency) > 2) throw new Error(`DATEV has two decimals, and ${currency} has more`);
  const files = divide(
    entries.map((entry) => rowsOf(entry, options)),
    most,
  );
  return files.map((rows, n) => ({
    // DATEV recognizes its files by the beginning of their names.
    name: `EXTF_${fileName('Buchungsstapel', options, currency, n, files.length)}`,
    text: [headerOf(currency, options), columns, ...rows].map((row) => `${row.join(';')}\r\n`).join(''),
    encoding: 'windows-1252',
  }));
}

/** The 31 fields of the first row. */
function headerOf(currency: string, { bookkeeping: { datev }, month, days, now }: JournalOptions): string[] {
  const compact = (day: string) => day.replaceAll('-', '');
  return [
    ...[quote('EXTF'), '700', '21', quote('Buchungsstapel'), '13'],
    new Date(now).toISOString().replace(/\D/g, ''),
    ...['', quote('FL'), quote('Florin'), quote('')],
    ...[String(datev.consultant), String(datev.client)],
    ...[compact(beginOfYear(days.first, datev.yearBegins)), String(datev.digits)],
    ...[compact(days.first), compact(days.last), quote(`Florin ${month}`), quote('')],
    ...['1', '0', '0', quote(currency)],
    ...['', quote(''), '', '', quote(''), '', '', quote(''), quote('')],
  ];
}

function beginOfYear(day: string, yearBegins: number): string {
  const begin = String(yearBegins).padStart(2, '0');
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < begin ? 1 : 0);
  return `${year}-${begin}-01`;
}

function rowsOf(entry: JournalEntry, { bookkeeping: { datev } }: JournalOptions): string[][] {
  const { day, currency, movement, lines } = entry;
  const balance = datev.accounts['merchant:payable'];
  const [, month, date] = day.split('-');
  const rowOf = (line: JournalLine): string[] => {
    const account = accountIn(datev.accounts, line);
    if (account === balance) throw new Error(`${line.account} has the account of merchant:payable`);
    if (Math.abs(line.amount) > largest)
      throw new Error('An amount has more than ten digits before the comma');
    const cells: string[] = Array.from({ length: columns.length }, () => '');
    cells[0] = printAmount(currency, Math.abs(line.amount));
    cells[1] = quote(line.amount > 0 ? 'S' : 'H');
    cells[2] = quote(currency);
    cells[6] = account;
    cells[7] = balance;
    cells[9] = `${date}${month}`;
    const order = documentNumber(movement?.order?.reference ?? '');
    cells[10] = quote(order || (movement?.id ?? `Florin-${day}`));
    cells[13] = printText(textOf(entry, 'datev'), 60);
    return cells;
  };
  return lines.filter(({ account }) => account !== 'merchant:payable').map(rowOf);
}

/** DATEV has two decimals, also for currencies without any. */
function printAmount(currency: string, minor: number): string {
  const { decimal } = amountIn(currency, minor);
  return decimal.includes('.') ? decimal.replace('.', ',') : `${decimal},00`;
}

/** A document number has at most 36 letters, digits and a few signs. A spreadsheet would calculate with a sign at its beginning. */
const documentNumber = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9$%/-]/g, '')
    .replace(/^-+/, '')
    .slice(0, 36);

/** A text has no control characters, and a spreadsheet does not calculate with it. */
const printText = (text: string, longest: number): string =>
  quote(firstCharacters(neutralText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), ';'), longest));

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
