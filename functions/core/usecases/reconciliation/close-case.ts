import type { BooksCase, KnownCase } from '#domain/ledger/books.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { Conflict, NotFound } from '#domain/outcome.ts';
import { movedBy } from '#domain/transactions/operation.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { addToBalance } from '#store/ledger/balance.ts';
import { putLine } from '#store/ledger/lines.ts';
import { nameBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { endCase, getCase } from '#store/reconciliation/cases.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { makeLine } from '../ledger/record-entry.ts';

/** An operator closes a case by a note alone, or by a line that makes the ledger agree with the acquirer. */
export interface CaseDecision {
  as: 'explained' | 'adjusted';
  by: string;
  note: string;
}

/**
 * Closes an open case. The case keeps the operator's name, the time and the note for ever.
 *
 * @param name of the case
 * @throws NotFound, Conflict when the case is not open any more
 */
export async function closeCase(
  merchant: Merchant,
  name: string,
  { as, by, note }: CaseDecision,
  now = Date.now(),
): Promise<KnownCase> {
  const known = await getCase(merchant.id, name);
  if (!known) throw new NotFound(`Merchant ${merchant.id} has no case ${name}`);
  if (known.state !== 'open') throw new Conflict(`${name} is ${known.state}, and not open`);
  const noLine = withoutLine[known.kind];
  if (as === 'adjusted' && noLine)
    throw new Conflict(`${name} cannot be adjusted: ${noLine}. Explain it instead`);
  const line = as === 'adjusted' ? correctionOf(merchant, known, now) : undefined;
  const settled = { by, at: new Date(now).toISOString(), note, ...(line ? { lineId: line.id } : {}) };
  await transact([
    endCase(merchant.id, known, as, settled),
    ...(line ? [putLine(line), addToBalance([line]), ...nameWrites(known, line)] : []),
  ]);
  const { pk, sk, ...shown } = known;
  return { ...shown, state: as, settled };
}

/** The kinds of cases that no line closes, with the reason. */
const withoutLine: Partial<Record<BooksCase['kind'], string>> = {
  figures: 'the line is written when the figures come',
  pending: 'the balances agree, and a line would change them',
  pocket: 'a line would name no balance transaction of the pocket',
};

/** The line that a case lacks. The operator's note stays with the case, since the merchant reads the lines. */
function correctionOf(merchant: Merchant, known: BooksCase, now: number): Line {
  const { kind, type, amount: net, currency, reference, pocket } = known;
  const ofEntry =
    kind === 'entry' ? { reference, fee: known.fee ?? 0, pocket, bookedAt: known.bookedAt } : { fee: 0 };
  const moved = movedBy({ net, ...ofEntry });
  const description = `Correction: ${type ?? kind}`;
  return makeLine(
    merchant,
    { kind: 'adjustment', description, net, currency, ...ofEntry, amount: moved.net + moved.fee },
    now,
  );
}

/** Stores that the balance transaction has its line from now on, so that nothing adopts it later. */
const nameWrites = ({ kind, reference, account }: BooksCase, line: Line): Write[] =>
  kind === 'entry'
    ? [
        nameBalanceTransaction(
          account.acquirer,
          reference,
          line.id,
          () => new Conflict(`${reference} has a line by now`),
        ),
      ]
    : [];
