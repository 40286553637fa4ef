import { ratioPrograms as programs } from '../../../../schemas/ratio-programs.ts';

/** A program in which a card scheme watches the disputes and fraud of merchants (docs/disputes.md). */
export type Program = (typeof programs)[number];

export type WatchedScheme = 'visa' | 'mastercard';

/** The incidents of a calendar month (UTC) that a scheme counts. */
export interface Incidents {
  /** Disputes of any reason, without inquiries. */
  disputes: number;
  /** Fraud alerts of issuers. */
  frauds: number;
  /** Disputes because of fraud. They are part of `disputes`. */
  fraudDisputes: number;
  /** Their amount in cents of US dollars. */
  fraudAmount: number;
}

export const noIncidents: Incidents = { disputes: 0, frauds: 0, fraudDisputes: 0, fraudAmount: 0 };

/** A threshold is reached if both the share and the least number or amount are. */
export interface Threshold {
  /** The share in hundredths of a percent of the payments. */
  basisPoints: number;
  /** A number of incidents; of the program `efm` an amount in cents of US dollars. */
  least: number;
}

export type Thresholds = Record<Program, Threshold>;

export type Level = 'below' | 'half' | 'reached';

/** A merchant's share in a month, as one program measures it. */
export interface Ratio {
  program: Program;
  scheme: WatchedScheme;
  /** The month of the incidents, in UTC: `2026-11`. */
  month: string;
  incidents: number;
  /** The amount of the incidents in cents of US dollars; only of the program `efm`. */
  amount?: number;
  /** The payments that the incidents are compared with. */
  payments: number;
  /** Rounded down; absent without payments. */
  basisPoints?: number;
  threshold: Threshold;
  level: Level;
}

interface Measure {
  scheme: WatchedScheme;
  incidents(of: Incidents): number;
  /** Mastercard compares the chargebacks of a month with the payments of the month before. */
  of: 'month' | 'monthBefore';
  hasAmount?: true;
}

const measures: Record<Program, Measure> = {
  vamp: { scheme: 'visa', incidents: ({ disputes, frauds }) => disputes + frauds, of: 'month' },
  ecm: { scheme: 'mastercard', incidents: ({ disputes }) => disputes, of: 'monthBefore' },
  hecm: { scheme: 'mastercard', incidents: ({ disputes }) => disputes, of: 'monthBefore' },
  efm: {
    scheme: 'mastercard',
    incidents: ({ fraudDisputes }) => fraudDisputes,
    of: 'monthBefore',
    hasAmount: true,
  },
};

/** The numbers of captures by scheme. */
export type Payments = Partial<Record<WatchedScheme, number>>;

export interface MonthOfMerchant {
  month: string;
  incidents: Partial<Record<WatchedScheme, Incidents>>;
  payments: { month: Payments; monthBefore: Payments };
}

/** Returns the ratios of the programs in which a merchant has incidents in a month. */
export const ratiosOf = (given: MonthOfMerchant, thresholds: Thresholds): Ratio[] =>
  programs.flatMap((program) => {
    const { scheme, incidents: count, of, hasAmount } = measures[program];
    const found = given.incidents[scheme] ?? noIncidents;
    const incidents = count(found);
    const payments = given.payments[of][scheme] ?? 0;
    const threshold = thresholds[program];
    if (incidents === 0) return [];
    const least = hasAmount ? found.fraudAmount : incidents;
    return [
      {
        program,
        scheme,
        month: given.month,
        incidents,
        ...(hasAmount && { amount: found.fraudAmount }),
        payments,
        ...(payments > 0 && { basisPoints: Math.floor((incidents * 10_000) / payments) }),
        threshold,
        level: levelOf({ incidents, least, payments }, threshold),
      },
    ];
  });

function levelOf(
  { incidents, least, payments }: { incidents: number; least: number; payments: number },
  threshold: Threshold,
): Level {
  // Integers, so that a share exactly at a threshold is not lost by rounding.
  const reaches = (times: number) =>
    incidents * 10_000 * times >= threshold.basisPoints * payments && least * times >= threshold.least;
  if (reaches(1)) return 'reached';
  return reaches(2) ? 'half' : 'below';
}

/** The form of the setting: `program=basis points/least number`; of `efm` an amount in US dollars. */
export const thresholdsPattern = new RegExp(
  `^${programs.map((program) => `${program}=[1-9]\\d{0,4}/[1-9]\\d{0,8}`).join(',')}$`,
);

/**
 * The thresholds as they were published on 2026-11-30: Visa's of 2026-04-01 outside the Middle East and North Africa, and
 * Mastercard's global ones.
 */
export const publishedThresholds = 'vamp=150/1500,ecm=150/100,hecm=300/300,efm=50/50000';

/** @throws for a text of another form */
export function readThresholds(text: string): Thresholds {
  if (!thresholdsPattern.test(text)) throw new Error(`Not thresholds: ${text}`);
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [program, share, least] = part.split(/[=/]/);
      const unit = measures[program as Program].hasAmount ? 100 : 1;
      return [program, { basisPoints: Number(share), least: Number(least) * unit }];
    }),
  ) as Thresholds;
}
