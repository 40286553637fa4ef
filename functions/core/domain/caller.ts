import type { Id } from './id.ts';
import type { FoundLimits } from './merchants/app-limits.ts';

/** The sender of a request to the merchants' API: an app with its key, or a session of the console. */
export type Caller = AppCaller | UserCaller;

/** An app with its key. */
export interface AppCaller {
  kind: 'app';
  id: Id;
  /** The called route, `GET /lines/{lineId}`. An app with limits may call no route without a name. */
  route?: string;
  /** The network address that the request came from. */
  address?: string;
  /** The app's limits at the merchant of the request, once they are read; absent for an app with complete access. */
  limits?: FoundLimits | undefined;
}

/** The sender of a change, as it is stored with the change: a person, or an app. */
export interface Maker {
  kind: 'app' | 'user';
  id: Id;
  email?: string;
}

export const makerOf = (caller: Caller): Maker =>
  caller.kind === 'app'
    ? { kind: 'app', id: caller.id }
    : { kind: 'user', id: caller.id, ...(caller.request && { email: caller.request.email }) };

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
