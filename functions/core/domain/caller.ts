import type { Id } from './id.ts';

/** The sender of a request to the merchants' API: an app with its key, or a session of the console. */
export type Caller = { kind: 'app'; id: Id } | UserCaller;

/** A user with a session of the console, or a till, which is a device that a user has paired. */
export interface UserCaller {
  kind: 'user' | 'till';
  id: Id;
  /** The called route, `GET /lines/{lineId}`. The role decides whether the caller may call it. */
  route: string;
  /** The facts of the request for the audit log. */
  request?: UserRequest;
}

export interface UserRequest {
  id: string;
  /** The address of the user; the name of a till. */
  email: string;
  /** The times at which the user last confirmed their identity in the session (a step-up). A till has none. */
  stepUps: { proven?: number | undefined; mailed?: number | undefined };
  /** The network address and the device that the request came from. */
  address: string;
  device: string;
  /** The parameters of the path. */
  params: Record<string, string>;
  /** The validated fields of the body, once they are read. */
  body(): unknown;
  /** Set by a use case that needs the status of the answer, and called once the status is known. */
  onAnswer?: (status: number) => Promise<void>;
}
