/** The way in which a user confirms their identity: with a passkey, or by a mailed link. */
export type StepUpKind = 'passkey' | 'link';

/**
 * Thrown if a request was sent again and the user did not confirm their identity: the first request may have had its
 * effect.
 */
export class Unconfirmed extends Error {}

/**
 * Asks the user for a step-up, and returns whether the request may be sent again. Returns false as long as the page
 * has not set a dialog.
 */
let ask = async (_by: StepUpKind): Promise<boolean> => false;

/** The question that the user has not answered yet. */
let pending: Promise<boolean> | undefined;

/**
 * Asks the user for a step-up. Requests that are refused while the dialog is open wait for the same answer, as it
 * confirms the session for all of them.
 */
export function askForStepUp(by: StepUpKind): Promise<boolean> {
  pending ??= ask(by).finally(() => {
    pending = undefined;
  });
  return pending;
}

export function setStepUpDialog(dialog: (by: StepUpKind) => Promise<boolean>): void {
  ask = dialog;
}
