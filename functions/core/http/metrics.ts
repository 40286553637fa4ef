import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** Something to count, apart for each value of its dimension if it has one. */
export interface Count {
  name: 'Payments' | 'Declines' | 'Conflicts' | 'Captured' | 'Refunded' | 'LedgerMismatch';
  value: number;
  dimension?: { name: 'code' | 'currency'; value: string };
}

const payments = ['/payments', '/merchants/{merchantId}/transactions'];
const moves = {
  '/transactions/{transactionId}/captures': 'Captured',
  '/transactions/{transactionId}/refunds': 'Refunded',
} as const;

type Asked = Pick<APIGatewayProxyEvent, 'httpMethod' | 'resource'>;
type Answered = Pick<APIGatewayProxyResult, 'statusCode' | 'headers' | 'body'>;

/** What an answer says of payments and money, if anything. A repeated answer was counted the first time. */
export function countOf({ httpMethod, resource }: Asked, answer: Answered): Count | undefined {
  const { statusCode, headers, body } = answer;
  if (statusCode === 409) return { name: 'Conflicts', value: 1 };
  if (httpMethod !== 'POST' || headers?.['Idempotency-Replayed']) return undefined;
  if (payments.includes(resource)) {
    if (statusCode === 201) return { name: 'Payments', value: 1 };
    const code = statusCode === 400 && declineIn(JSON.parse(body));
    return code ? { name: 'Declines', value: 1, dimension: { name: 'code', value: code } } : undefined;
  }
  const moved = moves[resource as keyof typeof moves];
  if (!moved || statusCode !== 201) return undefined;
  const { currency, trail } = JSON.parse(body).transaction;
  return { name: moved, value: trail.at(-1).amount, dimension: { name: 'currency', value: currency } };
}

/** A processing error, `[{code: 7, …}]`, or its name on the customer's side. Faults in a request are neither. */
function declineIn(body: { code?: unknown } | { code?: unknown }[]): string | undefined {
  const { code } = (Array.isArray(body) ? body[0] : body) ?? {};
  if (typeof code === 'number') return String(code);
  return /^(PAYMENT_(?!INTEGRATION|CHALLENGE)|TDSECURE)/.test(String(code)) ? String(code) : undefined;
}

/**
 * A count as fields of a log line, in CloudWatch's embedded metric format: CloudWatch makes metrics of what it finds
 * in the log, and no function has to call it.
 */
export function embedded({ name, value, dimension }: Count, now = Date.now()): Record<string, unknown> {
  const namespace = process.env.METRICS ?? 'Florin';
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [dimension ? [dimension.name] : []],
          Metrics: [{ Name: name }],
        },
      ],
    },
    ...(dimension && { [dimension.name]: dimension.value }),
    [name]: value,
  };
}
