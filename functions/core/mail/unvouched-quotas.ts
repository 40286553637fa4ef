import { requireVariable } from '#aws/environment.ts';
import type { UnvouchedMails } from '#domain/mail/mail-quotas.ts';

/** The mail quotas of merchants that nobody has vouched for. */
export const unvouchedQuotas: UnvouchedMails = {
  test: Number(requireVariable('UNVOUCHED_TEST_MAILS')),
  live: Number(requireVariable('UNVOUCHED_LIVE_MAILS')),
};
