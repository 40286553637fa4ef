/** The way in which a user proves to be the one who has signed in: with a passkey, or by a mailed link. */
export type ProofKind = 'passkey' | 'link';

/** Asks the user for a proof, and returns whether the request may be sent again. Returns false until a dialog is set. */
let ask = async (_by: ProofKind): Promise<boolean> => false;

export const askForProof = (by: ProofKind): Promise<boolean> => ask(by);

export function onAsk(dialog: (by: ProofKind) => Promise<boolean>): void {
  ask = dialog;
}
