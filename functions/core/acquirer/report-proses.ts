import type { ReportProse } from './event-reader.ts';
import type { AcquirerName } from './names.ts';
import { reportProse } from './stripe/report-prose.ts';

/** Of the adapters, by their names. */
export const reportProses: Record<AcquirerName, ReportProse> = { stripe: reportProse };
