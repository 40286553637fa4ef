import type { ReportProse } from './event-reader.ts';
import type { AcquirerName } from './names.ts';
import { reportProse } from './stripe/report-prose.ts';

/** The texts about the adapters' reports, by name. */
export const reportProses: Record<AcquirerName, ReportProse> = { stripe: reportProse };
