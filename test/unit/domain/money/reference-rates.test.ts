import { bundledRates as known } from '#domain/money/rates-snapshot.ts';
import { readReferenceRates } from '#domain/money/reference-rates.ts';

const today = '2026-03-16';

/** The file of the European Central Bank, with the given date and rates. */
const file = ({
  date = today,
  perEuro = known.perEuro,
}: Partial<typeof known>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${date}'>
${Object.entries(perEuro)
  .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
</Cube></Cube></gesmes:Envelope>`;

test('readReferenceRates reads the date and the rates of a file', () => {
  const perEuro = { ...known.perEuro, USD: '1.2' };
  expect(readReferenceRates(file({ perEuro }), known, today)).toEqual({ date: today, perEuro });
});

test('a currency that is no longer quoted keeps its last rate', () => {
  const { JPY, ...rest } = known.perEuro;
  expect(readReferenceRates(file({ perEuro: rest as typeof known.perEuro }), known, today)?.perEuro.JPY).toBe(
    JPY,
  );
});

/** The first quotes of the file. */
const firstOf = (count: number) => Object.fromEntries(Object.entries(known.perEuro).slice(0, count));

test('a file with 20 quotes, with a new currency, or with rates that almost doubled or halved is read', () => {
  const perEuro = { ...known.perEuro, USD: '2.2951', JPY: '91.43', RUB: '90.1' };
  expect(readReferenceRates(file({ perEuro }), known, today)?.perEuro).toEqual(perEuro);
  expect(readReferenceRates(file({ perEuro: firstOf(20) }), known, today)?.perEuro).toEqual(known.perEuro);
});

test.each([
  ['an empty file', ''],
  ['a file that is not XML', 'Service unavailable'],
  ['another document', '<html><body>Hello</body></html>'],
  ['half a file', file({}).slice(0, 900)],
  ['an invalid date', file({ date: 'today' })],
  ['a future date', file({ date: '2026-03-17' })],
  ['few quotes', file({ perEuro: { USD: '1.1' } })],
  ['a negative rate', file({ perEuro: { ...known.perEuro, USD: '-1.1' } })],
  ['a rate of zero', file({ perEuro: { ...known.perEuro, USD: '0' } })],
  ['a rate that is text', file({ perEuro: { ...known.perEuro, USD: 'N/A' } })],
  ['an unknown currency', file({ perEuro: { ...known.perEuro, ZZZ: '1.1' } })],
  ['a rate that has doubled', file({ perEuro: { ...known.perEuro, USD: '2.2952' } })],
  ['a rate that has halved', file({ perEuro: { ...known.perEuro, USD: '0.5738' } })],
  ['19 quotes', file({ perEuro: firstOf(19) })],
  ['a document type', file({}).replace('<gesmes', '<!DOCTYPE x [<!ENTITY a "b">]><gesmes')],
])('readReferenceRates refuses %s', (_, xml) => {
  expect(readReferenceRates(xml, known, today)).toBeUndefined();
});
