import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { requireVariable } from '#aws/environment.ts';
import { mailQuotas } from '#domain/mail-quotas.ts';
import { eachRecord } from '#jobs/records.ts';
import { invitation } from '#mail/invitation.ts';
import { sendMail } from '#mail/ses.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import { admitMail } from '#store/mails.ts';
import type { UserMembership } from '#store/members.ts';

const unvouched = {
  test: Number(requireVariable('UNVOUCHED_TEST_MAILS')),
  live: Number(requireVariable('UNVOUCHED_LIVE_MAILS')),
};

/**
 * Tells a person of a membership that was stored, or says in the log why not; never to whom. Sent from the table's
 * stream, so that a mail that fails never loses the invitation: it is tried again, and ends in the dead-letter queue.
 */
export const handler = eachRecord(async ({ eventID: requestId = '', dynamodb }) => {
  const image = (dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>;
  const { merchantId, merchant, test, invitedBy: appId, id, email } = unmarshall(image) as UserMembership;
  const vouched = (await getApp(appId))?.vouched ?? false;
  const mail = { event: requestId, merchantId, test, userId: id, email, appId, vouched };
  const reason = await admitMail(mail, mailQuotas(mail, unvouched));
  if (reason) log('info', { requestId, merchantId, appId, ...withheld(reason) });
  else await sendMail(invitation(email, merchant));
});
