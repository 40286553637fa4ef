import type { EventReader } from './event-reader.ts';
import { type AcquirerName, partOf } from './names.ts';
import { readEvent } from './stripe/read-event.ts';

/**
 * The part of each adapter that reads events. It is separate from the rest of the adapter, so that the function that
 * receives events stays small.
 */
const readers: Record<AcquirerName, EventReader> = { stripe: readEvent };

/** Returns the reader of an acquirer's events; undefined if there is no adapter of that name. */
export const eventReaderOf = (acquirer: string | undefined): EventReader | undefined =>
  partOf(readers, acquirer);
