import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { isCurrency } from './currency.ts';
import type { Rates } from './exchange.ts';

/** The bank has published about thirty rates for years, so a file with fewer than this many is not the bank's. */
const fewest = 20;

/**
 * The largest factor by which a rate may change. A larger change is an error in the file, or a reason for a person to
 * check.
 */
const furthest = 2;

/**
 * Reads the rates in the bank's XML. Returns undefined if the file is not as expected.
 *
 * @param today `2026-03-13`; a file with a later date is refused
 */
export function readReferenceRates(xml: string, known: Rates, today: string): Rates | undefined {
  const cubes = cubesOf(xml);
  const date = cubes.find(({ time }) => time !== undefined)?.time ?? '';
  const quotes = cubes.filter(({ currency }) => currency !== undefined);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || date > today || quotes.length < fewest) return undefined;
  const perEuro: Rates['perEuro'] = {};
  for (const { currency = '', rate = '' } of quotes) {
    if (!isCurrency(currency) || !isPlausible(rate, known.perEuro[currency])) return undefined;
    perEuro[currency] = rate;
  }
  // A currency that the bank no longer quotes keeps its last rate, so that authorized payments can still be captured.
  return { date, perEuro: { ...known.perEuro, ...perEuro } };
}

function isPlausible(rate: string, known: string | undefined): boolean {
  if (!/^\d{1,7}(\.\d{1,8})?$/.test(rate) || Number(rate) <= 0) return false;
  const change = known === undefined ? 1 : Number(rate) / Number(known);
  return change < furthest && change > 1 / furthest;
}

/**
 * The attributes of each `Cube` in the European Central Bank's daily reference file, `eurofxref-daily.xml`. One has the
 * date, the others have a currency and its rate. Returns an empty list for text that is not XML, or declares entities.
 */
function cubesOf(xml: string): Record<string, string | undefined>[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return [];
  try {
    return elementsOf(parseXml(xml).root)
      .filter(({ name }) => name === 'Cube')
      .map(({ attributes }) => attributes);
  } catch {
    return [];
  }
}

function elementsOf(element: XmlElement | null): XmlElement[] {
  if (!element) return [];
  const children = element.children.filter((child): child is XmlElement => child instanceof XmlElement);
  return [element, ...children.flatMap(elementsOf)];
}
