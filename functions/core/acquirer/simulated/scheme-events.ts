import type { DisputeOutcome, Transaction } from '#domain/transactions/transaction.ts';

/** Something that the card schemes report after a capture, and how much later. */
export interface SchemeEvent {
  event: { type: string; reference: string } & Record<string, unknown>;
  delaySeconds: number;
}

/** The first digits of all these test cards. The last four digits choose the outcome. */
const bin = '400000';

const day = 24 * 60 * 60 * 1000;

const fraud = { code: 83, title: 'Fraud, card-absent environment' };
const missing = { code: 13.1, title: 'Merchandise or services not received' };

/** The disputes by the last four digits. The bank decides a little later, or `waits` for the evidence. */
const disputes: Readonly<
  Record<string, { reason: typeof fraud; outcome: DisputeOutcome; waits?: true } | undefined>
> = {
  '0259': { reason: fraud, outcome: 'won' },
  1976: { reason: fraud, outcome: 'lost' },
  2685: { reason: missing, outcome: 'won', waits: true },
  2693: { reason: missing, outcome: 'lost', waits: true },
};

const referenceOf = ({ id }: Pick<Transaction, 'id'>): string => `simulated-${id}`;

const resolved = (reference: string, outcome: DisputeOutcome): SchemeEvent => ({
  event: { type: 'dispute.resolved', reference, outcome },
  delaySeconds: 3,
});

/**
 * The scheme events that follow the capture of a test card:
 *
 * | card number | |
 * |---|---|
 * | 4000 0000 0000 0259 | a dispute of the captured amount, won a little later |
 * | 4000 0000 0000 1976 | a dispute of the captured amount, lost a little later |
 * | 4000 0000 0000 2685 | a dispute of the captured amount, won a little after the evidence |
 * | 4000 0000 0000 2693 | a dispute of the captured amount, lost a little after the evidence |
 * | 4000 0000 0000 5400 … 5408 | a fraud alert with reason 0 … 8 |
 */
export function scenarioOf({ id, card, capturedAmount }: Transaction): SchemeEvent[] {
  if (card?.bin !== bin) return [];
  const reference = referenceOf({ id });
  const now = Date.now();
  const dispute = disputes[card.last4];
  if (dispute)
    return [
      {
        event: {
          type: 'dispute.opened',
          reference,
          transactionId: id,
          amount: capturedAmount,
          reason: dispute.reason,
          due: new Date(now + 14 * day).toISOString(),
        },
        delaySeconds: 0,
      },
      ...(dispute.waits ? [] : [resolved(reference, dispute.outcome)]),
    ];
  const [, reason] = /^540([0-8])$/.exec(card.last4) ?? [];
  if (reason === undefined) return [];
  const reported = new Date(now).toISOString();
  const event = { type: 'fraud.reported', reference, transactionId: id, reported, reason: Number(reason) };
  return [{ event, delaySeconds: 0 }];
}

/** The bank's decision after the evidence for the dispute of a test card. Other disputes are decided without it. */
export function decisionOf({ id, card }: Pick<Transaction, 'id' | 'card'>): SchemeEvent[] {
  const dispute = card?.bin === bin ? disputes[card.last4] : undefined;
  return dispute?.waits ? [resolved(referenceOf({ id }), dispute.outcome)] : [];
}
