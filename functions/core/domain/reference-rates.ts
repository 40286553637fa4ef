import { XMLParser } from 'fast-xml-parser';
import { isCurrency } from './currency.ts';
import type { Rates } from './exchange.ts';

/** Fewer quotes than this is not the bank's file; it has had about thirty for years. */
const fewest = 20;

/** A currency that moves further than this in a day is an error in the file, or news for a person to look at. */
const furthest = 2;

/** The European Central Bank's daily reference file, `eurofxref-daily.xml`. */
interface Envelope {
  Envelope?: { Cube?: { Cube?: { time?: string; Cube?: { currency?: string; rate?: string }[] } } };
}

/**
 * The rates in the bank's XML; undefined where it is not what it should be.
 *
 * @param today `2026-03-13`; a later date is nonsense
 */
export function readReferenceRates(xml: string, known: Rates, today: string): Rates | undefined {
  const day = parse(xml)?.Envelope?.Cube?.Cube;
  const quotes = day?.Cube;
  const date = day?.time ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || date > today || !Array.isArray(quotes) || quotes.length < fewest)
    return undefined;
  const perEuro: Rates['perEuro'] = {};
  for (const { currency = '', rate = '' } of quotes) {
    if (!isCurrency(currency) || !isPlausible(rate, known.perEuro[currency])) return undefined;
    perEuro[currency] = rate;
  }
  // A currency that the bank no longer quotes keeps its last rate: what was authorized must be captured.
  return { date, perEuro: { ...known.perEuro, ...perEuro } };
}

function isPlausible(rate: string, known: string | undefined): boolean {
  if (!/^\d{1,7}(\.\d{1,8})?$/.test(rate) || Number(rate) <= 0) return false;
  const change = known === undefined ? 1 : Number(rate) / Number(known);
  return change < furthest && change > 1 / furthest;
}

function parse(xml: string): Envelope | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return undefined;
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseAttributeValue: false,
      processEntities: false,
      removeNSPrefix: true,
    });
    return parser.parse(xml, true) as Envelope;
  } catch {
    return undefined;
  }
}
