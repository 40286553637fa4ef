import { numberVariable } from '#aws/environment.ts';
import type { UnvouchedMails } from '#domain/mail/mail-quotas.ts';

/** The mail quotas of merchants that nobody has vouched for. */
export const unvouchedQuotas: UnvouchedMails = {
  test: numberVariable('UNVOUCHED_TEST_MAILS'),
  live: numberVariable('UNVOUCHED_LIVE_MAILS'),
};
