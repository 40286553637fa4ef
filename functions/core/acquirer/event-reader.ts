import type { AcquirerEvent } from './events.ts';

/** A request to the route of an acquirer's events. */
export interface PostedReport {
  /** The body as received, since signatures cover every byte. */
  body: string;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

export type EventReading =
  /** The report comes from the acquirer. It contains no events if Florin has no use for it. */
  | { state: 'read'; events: AcquirerEvent[] }
  /** The report is about test money while Florin's key is live, or the reverse. `type` is the acquirer's own word. */
  | { state: 'other mode'; type: string; live: boolean }
  | OtherVersion
  /** The report's sender is not proven to be the acquirer. `title` is for the sender. */
  | { state: 'unsigned'; title: string }
  /** This stage has no keys of the acquirer. */
  | { state: 'unconfigured' };

/**
 * The report has a version of the acquirer's API that Florin does not know, in which a field could mean something
 * else. Florin drops and counts the report, and logs its name, so that an operator can find it at the acquirer.
 */
export interface OtherVersion {
  state: 'other version';
  /** The acquirer's own words. */
  type: string;
  id: unknown;
  version: unknown;
  /** The version that Florin's events must have. */
  spoken: string;
}

/**
 * Checks the sender of a report, and translates it to Florin's events.
 *
 * @throws Refused if the body is not a report
 */
export type EventReader = (report: PostedReport) => Promise<EventReading>;

/** The texts of the API reference about an acquirer's events. */
export interface EventGuide {
  name: string;
  /** The header with the signature, and how the signature is made. */
  signature: string;
  signedBy: string;
  /** Markdown: the acquirer's event types that it must send. */
  subscription: string;
}
