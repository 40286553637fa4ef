import type { EventGuide } from './event-reader.ts';
import type { AcquirerName } from './names.ts';
import { eventGuide } from './stripe/event-guide.ts';

/** The guide to each acquirer's events, by the acquirer's name. */
export const eventGuides: Record<AcquirerName, EventGuide> = { stripe: eventGuide };
