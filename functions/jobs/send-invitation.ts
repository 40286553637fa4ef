import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { nameInMail } from '#domain/mail.ts';
import { escapeHtml } from '#html/escape.ts';
import { type Mail, sendMail } from '#mail/ses.ts';
import { log, logError } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import { admitMail } from '#store/mails.ts';
import type { UserMembership } from '#store/members.ts';

const unvouched = {
  test: Number(requireVariable('UNVOUCHED_TEST_MAILS')),
  live: Number(requireVariable('UNVOUCHED_LIVE_MAILS')),
};

/**
 * Tells a person of a membership that was stored. Sent from the table's stream, so that a mail that fails never
 * loses the invitation: it is tried again, and ends in the dead-letter queue.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await tell(record);
    } catch (error) {
      logError(record.eventID ?? '', error);
      // A stream is read in order: what comes behind the first failure is read again with it.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

/** Sends the mail, or says in the log why not; never to whom. */
async function tell({ eventID: requestId = '', dynamodb }: DynamoDBRecord): Promise<void> {
  const image = (dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>;
  const { merchantId, merchant, test, invitedBy, id, email } = unmarshall(image) as UserMembership;
  const app = await getApp(invitedBy);
  const reason = await admitMail(
    {
      event: requestId,
      merchantId,
      test,
      userId: id,
      email,
      appId: invitedBy,
      vouched: app?.vouched ?? false,
    },
    unvouched,
  );
  if (!reason) return sendMail(invitation(email, nameInMail(merchant)));
  const count = { name: 'MailsWithheld', value: 1, dimension: { name: 'reason', value: reason } } as const;
  log('info', { requestId, merchantId, appId: invitedBy, ...embedded(count) });
}

function invitation(to: string, name: string | undefined): Mail {
  const account = name ? `the merchant account of “${name}”` : 'a merchant account';
  const lines = [
    `You now have access to ${account}.`,
    'You see its transactions, refund and capture them, and can invite others.',
    'If you did not expect this, tell whoever runs the account; you need do nothing else.',
  ];
  return {
    to,
    subject: `You have been invited to ${account}`,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif">${lines
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')}</body></html>`,
  };
}
