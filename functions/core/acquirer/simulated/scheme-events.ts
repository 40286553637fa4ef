import type { Transaction } from '#domain/transactions/transaction.ts';

/** Something that the card schemes report after a capture, and how much later. */
export interface SchemeEvent {
  event: { type: string; reference: string } & Record<string, unknown>;
  delaySeconds: number;
}

/** The first digits of all these test cards. The last four digits choose the outcome. */
const bin = '400000';

const day = 24 * 60 * 60 * 1000;

/**
 * The scheme events that follow the capture of a test card:
 *
 * | card number | |
 * |---|---|
 * | 4000 0000 0000 0259 | a dispute of the captured amount, won a little later |
 * | 4000 0000 0000 1976 | a dispute of the captured amount, lost a little later |
 * | 4000 0000 0000 5400 … 5408 | a fraud alert with reason 0 … 8 |
 */
export function scenarioOf({ id, card, capturedAmount }: Transaction): SchemeEvent[] {
  if (card.bin !== bin) return [];
  const reference = `simulated-${id}`;
  const now = Date.now();
  const outcome = { '0259': 'won', '1976': 'lost' }[card.last4];
  if (outcome)
    return [
      {
        event: {
          type: 'dispute.opened',
          reference,
          transactionId: id,
          amount: capturedAmount,
          reason: { code: 83, title: 'Fraud, card-absent environment' },
          due: new Date(now + 14 * day).toISOString(),
        },
        delaySeconds: 0,
      },
      { event: { type: 'dispute.resolved', reference, outcome }, delaySeconds: 3 },
    ];
  const [, reason] = /^540([0-8])$/.exec(card.last4) ?? [];
  if (reason === undefined) return [];
  const reported = new Date(now).toISOString();
  const event = { type: 'fraud.reported', reference, transactionId: id, reported, reason: Number(reason) };
  return [{ event, delaySeconds: 0 }];
}
