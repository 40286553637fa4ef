import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../gateway/event.ts';
import type { Answered } from '../gateway/gateway.ts';
import { mayBeFromWebPage, notForBrowsers } from '../web-pages.ts';
import { answerClock } from './clock.ts';
import { answerLambda } from './lambda.ts';
import { answerLogs } from './logs.ts';
import { type AwsAnswer, AwsError, type AwsOptions } from './protocol.ts';
import { answerSes } from './ses.ts';
import { answerSqs } from './sqs.ts';

/**
 * Answers requests to SQS, SES, Lambda and CloudWatch Logs in place of AWS. It has the operations that the functions
 * need, and those that a developer needs to look at queues and requests with the AWS command line. Signatures are not
 * verified.
 */
export function makeAws(options: AwsOptions): (request: HttpRequest) => Promise<Answered> {
  return async (request) => {
    const headers = headersOf(request);
    const path = request.url.replace(/\?.*$/s, '');
    const target = headers['x-amz-target'] ?? '';
    try {
      if (mayBeFromWebPage(headers)) throw new AwsError('AccessDenied', notForBrowsers, 403);
      if (path === '/_local/clock') return answer(await answerClock(request, options.clock), 'Clock');
      if (request.method !== 'POST') throw unknownOperation(target || path);
      const read = () => JSON.parse(request.body.toString() || '{}');
      if (target.startsWith('AmazonSQS.')) {
        const action = target.slice('AmazonSQS.'.length);
        return answer(await answerSqs(action, read(), options), `SQS.${action}`);
      }
      if (target.startsWith('Logs_20140328.')) {
        const action = target.slice('Logs_20140328.'.length);
        return answer(answerLogs(action, read(), options.requests), `Logs.${action}`);
      }
      const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path) ?? [];
      if (name) {
        const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
        return answer(await answerLambda(decodeURIComponent(name), type, read, options), 'Lambda.Invoke');
      }
      if (path === '/v2/email/outbound-emails')
        return answer(await answerSes(read(), options), 'SES.SendEmail');
      throw unknownOperation(target || path);
    } catch (error) {
      return answer(refusal(error, target), target || undefined);
    }
  };

  function refusal(error: unknown, target: string): AwsAnswer {
    const known =
      error instanceof AwsError
        ? error
        : error instanceof SyntaxError
          ? new AwsError('SerializationException', 'The body is not JSON')
          : new AwsError('InternalFailure', 'Something went wrong', 500);
    if (known.type === 'InternalFailure') options.report(error);
    const { status, type, message } = known;
    return {
      status,
      headers: { 'x-amzn-errortype': type },
      body: { ...(target && { __type: `com.amazonaws.sqs#${type}` }), message },
    };
  }
}

const unknownOperation = (what: string) =>
  new AwsError('UnknownOperationException', `No such operation here: ${what}`, 404);

function answer({ status = 200, headers = {}, body }: AwsAnswer, action: string | undefined): Answered {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: Object.entries({
      'Content-Type': 'application/json',
      'x-amzn-RequestId': randomUUID(),
      ...headers,
    }),
    body: Buffer.from(text),
    function: action,
  };
}

function headersOf({ rawHeaders }: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers[(rawHeaders[i] as string).toLowerCase()] = rawHeaders[i + 1] as string;
  }
  return headers;
}
