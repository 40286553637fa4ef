import type { KeptRequest, Requests } from '../requests.ts';
import type { Properties } from '../template.ts';
import { type AwsAnswer, AwsError } from './protocol.ts';

/** The only log group. It has a line for each request. */
const group = 'florin';

/** The action of CloudWatch Logs that `florin logs tail` calls repeatedly. */
export const readingLogs = 'Logs.FilterLogEvents';

/** `FilterLogEvents` of CloudWatch Logs, over the newest requests to this Florin. */
export function answerLogs(action: string, input: Properties, requests: Requests): AwsAnswer {
  if (action !== 'FilterLogEvents')
    throw new AwsError('UnknownOperationException', `Not supported locally: Logs ${action}`);
  const { logGroupName, startTime = 0, endTime = Number.POSITIVE_INFINITY, filterPattern } = input;
  if (logGroupName !== group)
    throw new AwsError('ResourceNotFoundException', `There is one log group here, ${group}`);
  if (filterPattern) throw new AwsError('InvalidParameterException', 'Patterns are not supported locally');
  return { body: { events: requests.between(startTime, endTime).map(eventOf) } };
}

/** The line has the fields that functions log for a request in AWS, and the path. */
function eventOf({
  time,
  method,
  path,
  route,
  requestId,
  appId,
  status,
  milliseconds,
  function: name,
}: KeptRequest) {
  const ms = Math.round(milliseconds);
  return {
    ...{ eventId: requestId, logStreamName: name ?? 'gateway', timestamp: time, ingestionTime: time },
    message: JSON.stringify({ requestId, appId, route, method, path, status, ms, function: name }),
  };
}
