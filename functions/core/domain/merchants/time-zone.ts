import { timeZoneOfCountry } from '#basics/time-zone.ts';
import type { Merchant } from './merchant.ts';

/** The time zone in which a merchant's days begin: the chosen one, or else that of its company's country. */
export const timeZoneOf = ({ timeZone, company }: Pick<Merchant, 'timeZone' | 'company'>): string =>
  timeZone || timeZoneOfCountry(company.country);
