import { BoundedMap } from '#basics/bounded-map.ts';
import { networkOf } from '#basics/network.ts';
import { readViolations, type Violation } from '#domain/page-watch/violations.ts';
import { bodyText } from '#http/body/body-text.ts';
import { failure, invalid } from '#http/errors/errors.ts';
import { header } from '#http/request/headers.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { log } from '#observability/log.ts';
import { pageViolations } from '#observability/metrics.ts';

/** In bytes. A report contains the policy and addresses, which have at most some KB. */
const largest = 16 * 1024;

/** The most reports of a network, and of all, that an instance of the function counts in an hour. */
const [ofNetwork, ofAll] = [2, 1000];
const hour = 3_600_000;

let counted = { hour: 0, all: 0, networks: new BoundedMap<string, number>(10_000) };

/**
 * Receives the reports of browsers about the page's content security policy. It stores nothing but a log line with the
 * directive and the blocked origin. Anybody can send reports, so one network cannot raise the alarm.
 */
export const handler = htmlPages('POST /csp-reports')
  .use(bodyText(largest))
  .handler(async (event) => {
    const type = header(event, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/csp-report' && type !== 'application/reports+json')
      throw failure(415, 'UNSUPPORTED_MEDIA_TYPE', 'Only reports of browsers');
    const found = readViolations(parse(event.body ?? ''));
    const within = withinBudget(found, networkOf(event.requestContext.identity.sourceIp));
    if (within.length > 0) log('info', { violations: within, ...pageViolations(within.length) });
    return { status: 204, body: '' };
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ field: 'body', message: 'Must be JSON' }]);
  }
}

function withinBudget(found: Violation[], network: string, now = Date.now()): Violation[] {
  const present = Math.floor(now / hour);
  if (counted.hour !== present) counted = { hour: present, all: 0, networks: new BoundedMap(10_000) };
  const earlier = counted.networks.get(network) ?? 0;
  const within = found.slice(0, Math.max(0, Math.min(ofNetwork - earlier, ofAll - counted.all)));
  counted.networks.set(network, earlier + within.length);
  counted.all += within.length;
  return within;
}
