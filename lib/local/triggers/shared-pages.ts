import type { CallEngine } from '../dynamodb/engine.ts';
import type { Properties } from '../template.ts';

/** The most pages that are kept. A few are enough, as the mappings of a stream read at nearly the same position. */
const kept = 8;

/**
 * Reads each page of a stream once for all mappings, as pages are large and their records never change. Each mapping reads
 * an empty page itself, as records may have come since.
 */
export function sharePages(call: CallEngine): CallEngine {
  const pages = new Map<string, Promise<Properties>>();

  return async (action, input) => {
    if (action !== 'GetRecords') return call(action, input);
    const place = JSON.stringify(input);
    const known = pages.get(place);
    const page = known && (await known.catch(() => undefined));
    return page && page.Records.length > 0 ? page : read(place, input);
  };

  function read(place: string, input: object): Promise<Properties> {
    const page = call('GetRecords', input);
    pages.delete(place); // deleted first, so that the page becomes the newest entry of the map
    pages.set(place, page);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size > kept) pages.delete(oldest);
    return page;
  }
}
