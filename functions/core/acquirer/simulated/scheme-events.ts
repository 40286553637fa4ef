import { day } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import type { FollowUp } from '#domain/methods/method.ts';
import type { DisputeOutcome, Transaction } from '#domain/transactions/transaction.ts';

/** Something that the card schemes or other methods report after a payment, and how much later. */
export interface SchemeEvent {
  event: { type: string; reference: string } & Record<string, unknown>;
  delaySeconds: number;
}

/** The first digits of all these test cards. The last four digits choose the outcome. */
const bin = '400000';

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

/** The disputes that the customer of another method chooses at the simulated bank. */
const chosen: Partial<Record<FollowUp, DisputeOutcome>> = { dispute_won: 'won', dispute_lost: 'lost' };

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
 *
 * For other methods the customer has chosen a dispute at the simulated bank.
 */
export function scenarioOf({ id, card, method, capturedAmount }: Transaction): SchemeEvent[] {
  const reference = referenceOf({ id });
  const now = Date.now();
  const outcome = method?.simulated && chosen[method.simulated];
  const ofCard = card?.bin === bin ? disputes[card.last4] : undefined;
  const dispute = outcome ? { reason: missing, outcome, waits: false } : ofCard;
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
  const [, reason] = /^540([0-8])$/.exec(card?.bin === bin ? card.last4 : '') ?? [];
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

/** In seconds: the time until a refund fails, or an authorization ends, whose customer has chosen that. */
const soon = 5;

/** The failure of a refund. @param refund the id of the refund's line */
export const failureOf = ({ id, method }: Pick<Transaction, 'id' | 'method'>, refund: Id): SchemeEvent[] =>
  method?.simulated === 'refund_fails'
    ? [
        {
          event: { type: 'refund.failed', reference: referenceOf({ id: refund }), transactionId: id, refund },
          delaySeconds: soon,
        },
      ]
    : [];

/** The early end of an authorization. */
export const endingOf = ({ id, method }: Pick<Transaction, 'id' | 'method'>): SchemeEvent[] =>
  method?.simulated === 'authorization_ends'
    ? [
        {
          event: { type: 'authorization.ended', reference: referenceOf({ id }), transactionId: id },
          delaySeconds: soon,
        },
      ]
    : [];
