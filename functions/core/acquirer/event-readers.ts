import type { EventReader } from './event-reader.ts';
import { type AcquirerName, partOf } from './names.ts';
import { readEvent } from './stripe/read-event.ts';

/** The adapters' part that reads events, by their names: the function that receives events needs no other. */
const readers: Record<AcquirerName, EventReader> = { stripe: readEvent };

/** Returns the reader of an acquirer's events; undefined if there is no adapter of that name. */
export const eventReaderOf = (acquirer: string | undefined): EventReader | undefined =>
  partOf(readers, acquirer);
