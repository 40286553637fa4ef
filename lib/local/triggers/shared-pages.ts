import type { CallEngine } from '../dynamodb/engine.ts';
import type { Properties } from '../template.ts';

/** The mappings of a stream are close together. */
const kept = 8;

/**
 * Several mappings read one stream, and a page of it is large. A page that one mapping has read is given to the others
 * too: its records do not change. Each mapping reads an empty page itself, as records may have come since.
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
    pages.delete(place); // the newest is the last
    pages.set(place, page);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size > kept) pages.delete(oldest);
    return page;
  }
}
