import type { AcquirerEvent } from './events.ts';

/** A request to the route of an acquirer's events. */
export interface PostedReport {
  /** As it was received: signatures are over it. */
  body: string;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

export type EventReading =
  /** It is the acquirer's own. Without events it says nothing that matters here. */
  | { state: 'read'; events: AcquirerEvent[] }
  /** It is about test money while our key is live, or the reverse. `type` as the acquirer says it. */
  | { state: 'other mode'; type: string; live: boolean }
  | OtherVersion
  /** It is not known to be the acquirer's. `title` is for whoever has sent it. */
  | { state: 'unsigned'; title: string }
  /** This stage has no keys of the acquirer. */
  | { state: 'unconfigured' };

/**
 * It is written in a version of the acquirer's API whose fields we do not know: a field of it could mean something else.
 * It is dropped, counted, and named in the log, so that an operator can look it up.
 */
export interface OtherVersion {
  state: 'other version';
  /** As the acquirer says them. */
  type: string;
  id: unknown;
  version: unknown;
  /** The version that events should be of. */
  spoken: string;
}

/** Checks who has sent a report, and says it in our words. @throws Refused for what is no report */
export type EventReader = (report: PostedReport) => Promise<EventReading>;

/** The documentation of an acquirer's events, in the API reference and in the operator's commands. */
export interface ReportProse {
  name: string;
  /** The header with the signature, and how the signature is made. */
  signature: string;
  signedBy: string;
  /** Markdown: the acquirer's event types that it must send. */
  subscription: string;
}
