import type { Currency } from './currency.ts';

/** Official fixed parities for currencies that the European Central Bank does not quote: units for one US dollar. */
export const perDollar: Record<Currency, string> = {
  AED: '3.6725',
  ANG: '1.79',
  AWG: '1.79',
  BBD: '2',
  BHD: '0.376',
  BMD: '1',
  BSD: '1',
  BZD: '2',
  DJF: '177.721',
  JOD: '0.709',
  OMR: '0.3845',
  PAB: '1',
  QAR: '3.64',
  SAR: '3.75',
  SVC: '8.75',
  XCD: '2.7',
  XCG: '1.79',
};

/** Official fixed parities: units for one euro. */
export const perEuroFixed: Record<Currency, string> = {
  BAM: '1.95583',
  BGN: '1.95583',
  CVE: '110.265',
  EUR: '1',
  HRK: '7.5345',
  KMF: '491.96775',
  XAF: '655.957',
  XOF: '655.957',
  XPF: '119.331742',
};
