import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError, physicalNamesOf, readAws } from './aws.ts';
import { askLocalAws } from './local-aws.ts';
import type { Line, Source, Wanted } from './log-source.ts';
import { plain } from './output.ts';

/** The fields of a logged request. Another release of Florin, or another program, may have written them. */
type Logged = Readonly<Record<string, unknown>>;

interface Found {
  /** In milliseconds since 1970. */
  time: number;
  fields: Logged;
}

/** Asks for the requests since a time, oldest first. */
type Ask = (since: number) => Promise<Found[]>;

/** In milliseconds: how far back each read goes, as lines of a log come in any order. */
const overlap = 120_000;

/**
 * The requests in a log, each once.
 *
 * @param pace the least time between two reads, in milliseconds
 * @param own the ids of this tool's own requests, which are left out
 */
function requestLog(
  what: string,
  ask: Ask,
  { from }: Wanted,
  own: ReadonlySet<string>,
  pace: number,
): Source {
  let returned = new Set<string>();
  let [last, next] = [from, 0];
  return {
    what,
    async look() {
      if (Date.now() < next) return [];
      const now = Date.now();
      next = now + pace;
      const found = (await ask(Math.max(from, last - overlap))).map((one) => ({ ...one, id: idOf(one) }));
      const fresh = found.filter(({ id, fields }) => !returned.has(id) && !own.has(String(fields.requestId)));
      returned = new Set(found.map(({ id }) => id));
      last = now;
      return fresh.map(lineOf);
    },
  };
}

const idOf = ({ time, fields: { requestId, route } }: Found): string => `${requestId ?? time} ${route}`;

/** The request that a line of the log is about, if any. */
function foundIn(time: number, line: string): Found[] {
  let fields: Logged | null;
  try {
    fields = JSON.parse(line);
  } catch {
    return [];
  }
  const isRequest =
    typeof (fields?.route ?? fields?.path) === 'string' && !Number.isNaN(new Date(time).getTime());
  return fields && isRequest ? [{ time, fields }] : [];
}

/** The longest text of a field that is shown. */
const longest = 200;

/** Reads the known fields, and drops all others. */
function lineOf({ time, fields }: Found): Line {
  const words = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? { [name]: value.slice(0, longest) } : {};
  };
  const number = (value: unknown, most: number) =>
    /^\d+(\.\d+)?$/.test(String(value)) && Number(value) <= most ? Math.round(Number(value)) : null;
  const [status, ms] = [number(fields.status, 599), number(fields.ms, 1e9)];
  const known: Record<string, string> = Object.assign(
    {},
    ...['requestId', 'appId', 'route', 'method', 'path', 'function'].map(words),
  );
  const { requestId = '-', appId = '-', route = '-', method, path, function: name = '-' } = known;
  const at = new Date(time).toISOString();
  const what = method && path ? `${method} ${path}` : route;
  return {
    ...{ time: at, status, isFailed: status === null || status >= 400 },
    value: { time: at, ...known, status, ms },
    text: `${at} ${status ?? 'no answer'} ${ms ?? '-'} ms ${[what, requestId, name, appId].map(plain).join(' ')}`,
  };
}

/** The newest requests to the Florin that `npm start` runs on this machine. */
export function localRequests(port: number, wanted: Wanted, own: ReadonlySet<string>): Source {
  const ask: Ask = async (startTime) => {
    const answer = await askLocalAws(port, '/', {
      headers: { 'x-amz-target': 'Logs_20140328.FilterLogEvents' },
      body: JSON.stringify({ logGroupName: 'florin', startTime }),
      signal: AbortSignal.timeout(10_000),
    });
    const { events } = await answer.json().catch(() => ({}));
    if (!answer.ok || !Array.isArray(events))
      throw new Error(`The server at port ${port} (AWS_PORT) has no log of requests.`);
    return events.flatMap(({ timestamp, message }) => foundIn(timestamp, message));
  };
  return requestLog('the requests to the Florin here', ask, wanted, own, 0);
}

/** The most requests that a query returns, and the most seconds that it may take. */
const [most, patience] = [1000, 60];

/**
 * The requests to a deployed stage: one query of CloudWatch Logs Insights over all log groups of its stack.
 *
 * @param missed called if there were more requests than a query returns
 */
export async function stageRequests(
  stage: string,
  wanted: Wanted,
  own: ReadonlySet<string>,
  stop: AbortSignal,
  missed: () => void,
): Promise<Source> {
  const groups = await physicalNamesOf(stage, 'AWS::Logs::LogGroup');
  if (groups.length === 0) throw new AwsError(`The stack florin-${stage} has no log groups`);
  const ask: Ask = async (since) => {
    const started = await readAws<{ queryId: string }>(
      ...(['logs', 'start-query'] as const),
      [
        ...['--log-group-names', ...groups, '--query-string', queryOf(wanted)],
        ...['--start-time', String(Math.floor(since / 1000))],
        ...['--end-time', String(Math.ceil(Date.now() / 1000)), '--limit', String(most)],
      ],
      stop,
    );
    const rows = await rowsOf(started.queryId, stop);
    if (rows.length >= most) missed();
    return rows.reverse().flatMap(requestIn);
  };
  return requestLog(`the requests to florin-${stage}`, ask, wanted, own, wanted.pace);
}

/** A request without an answer has no status. */
function queryOf({ failed, status: [least, most] = [100, 599] }: Wanted): string {
  const only = least === most ? `${least}` : `${Math.floor(least / 100)}\\d\\d`;
  return [
    'fields @timestamp, @message',
    'filter @message like /"route":"/',
    ...(failed ? ['filter @message not like /"status":[123]\\d\\d/'] : []),
    ...(most - least < 100 ? [`filter @message like /"status":${only}/`] : []),
    'sort @timestamp desc',
  ].join(' | ');
}

interface Query {
  status: string;
  results: { field: string; value: string }[][];
}

async function rowsOf(id: string, stop: AbortSignal): Promise<Query['results']> {
  for (let second = 0; second < patience; second++) {
    const { status, results } = await readAws<Query>(
      ...(['logs', 'get-query-results', ['--query-id', id], stop] as const),
    );
    if (status === 'Complete') return results;
    if (!['Scheduled', 'Running'].includes(status))
      throw new AwsError(`The query of the logs has ended with the status ${status}`);
    await sleep(1000, undefined, { signal: stop });
  }
  throw new AwsError(`The query of the logs has not ended within ${patience} s`, 'Timeout');
}

function requestIn(row: Query['results'][number]): Found[] {
  const { '@timestamp': time, '@message': message } = Object.fromEntries(
    row.map(({ field, value }) => [field, value]),
  );
  return foundIn(Date.parse(`${time?.replace(' ', 'T')}Z`), message ?? '');
}
