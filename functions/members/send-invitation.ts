import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { escapeHtml } from '#http/html.ts';
import { logError } from '#http/log.ts';
import { type Mail, sendMail } from '#mail/ses.ts';

/**
 * Tells a person of a membership that was stored. Sent from the table's stream, so that a mail that fails never
 * loses the invitation: it is tried again, and ends in the dead-letter queue.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const { eventID, dynamodb } of Records) {
    const email = dynamodb?.NewImage?.email?.S;
    const merchant = dynamodb?.NewImage?.merchant?.S;
    if (!email || !merchant) continue;
    try {
      await sendMail(invitation(email, merchant));
    } catch (error) {
      logError(eventID ?? '', error);
      // A stream is read in order: what comes behind the first failure is read again with it.
      return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

function invitation(to: string, merchant: string): Mail {
  const lines = [
    `You now have access to the merchant account of ${merchant}.`,
    'You see its transactions, refund and capture them, and can invite others.',
    'If you did not expect this, tell whoever runs the account; you need do nothing else.',
  ];
  return {
    to,
    // A line break in a name must not start another header.
    subject: `You have been invited to ${merchant}`.replace(/\s+/g, ' '),
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif">${lines
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')}</body></html>`,
  };
}
