import { pathToFileURL } from 'node:url';
import { aheadOfMachine } from './clock/local-time.ts';
import type { Api } from './gateway/api.ts';
import type { Logged } from './gateway/server.ts';
import { printable, shownPath } from './gateway/shown-path.ts';
import type { Paint } from './paint.ts';
import type { Sample } from './sample.ts';
import type { Running } from './start-options.ts';
import type { Place } from './welcome.ts';

export interface StartFacts {
  /** The sample merchant, if the runner has made one. */
  sample?: Sample;
  /** The place where the data is stored. */
  data: string;
  /** The credentials of the hello-world service. */
  login: string;
}

/**
 * The addresses to open first. None contains a secret, since the page at the API's root shows them to every visitor.
 */
export function firstPlaces({ baseUrl, mail }: Running, { sample }: StartFacts): Place[] {
  return [
    ['API docs', `${baseUrl}/docs`, 'page'],
    ...(sample ? [['Payment link', sample.link, 'page'] as Place] : []),
    ['E-mail', `${pathToFileURL(mail)}/`],
  ];
}

/**
 * The places whose URL or command contains a secret: an API key, or a link that signs in. Only the terminal shows
 * them.
 */
export const secretPlaces = ({ sample }: StartFacts): Place[] =>
  sample
    ? [
        ['Its payments', sample.lookUp],
        ['Console', sample.signIn],
      ]
    : [];

/** The other places. */
export function otherPlaces(
  { baseUrl, posUrl, consoleUrl, aws, dynamodb }: Running,
  { data, login }: StartFacts,
): Place[] {
  return [
    ['API', baseUrl],
    ['Checkout API', posUrl],
    ['Console', consoleUrl, 'page'],
    ['Hello-world', `${baseUrl}/api/about (${login})`],
    ['SQS, SES, Lambda', aws],
    ['DynamoDB', `${dynamodb} (${data})`],
    ...(aheadOfMachine() > 0 ? [['Clock', `${new Date().toISOString()} (moved)`] as Place] : []),
  ];
}

export const printPlaces = (places: Place[], paint: Paint): string =>
  places.map(([name, at]) => `  ${name.padEnd(18)}${paint('cyan', at)}`).join('\n');

/** Lists every route and its function. */
export function printRoutes({ methods }: Api): string {
  const width = Math.max(...methods.map(({ path }) => path.length));
  return methods
    .flatMap(({ httpMethod, path, integration }) =>
      integration.type === 'lambda'
        ? [`  ${httpMethod.padEnd(6)} ${path.padEnd(width)}  ${integration.function}`]
        : [],
    )
    .join('\n');
}

/** Lists every function that runs without a request, and the command that runs it now. */
export function printJobs({ aws, triggered }: Running, triggers: boolean): string {
  const width = Math.max(...triggered.map(({ function: name }) => name.length));
  const lines = triggered.map(
    ({ function: name, by, source }) => `  ${by.padEnd(8)} ${name.padEnd(width)}  ${source}`,
  );
  if (!triggers) lines.push('  FLORIN_TRIGGERS=off: neither streams nor queues run any');
  const scheduled = triggered.find(({ by }) => by === 'schedule')?.function;
  if (scheduled) {
    const now = `curl -d {} ${aws}/2015-03-31/functions/${scheduled}/invocations`;
    lines.push(`  The clock runs none here. To run one now: ${now}`);
  }
  return lines.join('\n');
}

/** Describes a request in one line. */
export function printRequest(
  { method, path, status, milliseconds, function: name = '-' }: Logged,
  paint: Paint,
): string {
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return `${time(paint)} ${method} ${shownPath(path)} ${paint(colour, String(status))} ${Math.round(milliseconds)} ms ${name}`;
}

export const printNote = (text: string, paint: Paint): string => `${time(paint)} ${printable(text)}`;

const time = (paint: Paint) => paint('dim', new Date().toISOString().slice(11, 23));
