import type { Id } from './id.ts';

/** The sender of a request to the merchants' API: an app with its key, or a user with a session of the console. */
export type Caller =
  | { kind: 'app'; id: Id }
  | {
      kind: 'user';
      id: Id;
      /** The called route, `GET /lines/{lineId}`. The user's role decides whether the user may call it. */
      route: string;
    };
