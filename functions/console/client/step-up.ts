/** The way in which a user proves to be the one who has signed in: with a passkey, or by a mailed link. */
export type StepUpKind = 'passkey' | 'link';

/** The user has not confirmed a repeat of a request, so nobody knows whether the first request had its effect. */
export class Unconfirmed extends Error {}

/** Asks the user for a step-up, and returns whether the request may be sent again. Returns false until a dialog is set. */
let ask = async (_by: StepUpKind): Promise<boolean> => false;

/** The answer that the user has not given yet. */
let pending: Promise<boolean> | undefined;

/** Requests that are refused while the dialog is open wait for its one answer, which proves the session for all of them. */
export function askForStepUp(by: StepUpKind): Promise<boolean> {
  pending ??= ask(by).finally(() => {
    pending = undefined;
  });
  return pending;
}

export function onAsk(dialog: (by: StepUpKind) => Promise<boolean>): void {
  ask = dialog;
}
