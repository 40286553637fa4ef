import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { parseTime } from '#basics/time.ts';
import { isId, newId } from '#domain/id.ts';
import { caseName, type KnownCase } from '#domain/ledger/books.ts';
import { operatorNoteIn } from '#jobs/operator-note.ts';
import { log } from '#observability/log.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { listCases } from '#store/reconciliation/cases.ts';
import { type CaseDecision, closeCase } from '#usecases/reconciliation/close-case.ts';
import type { Period } from '#usecases/reconciliation/reconcile.ts';

const queue = requireVariable('RECONCILIATIONS_URL');

interface Command {
  merchantId?: unknown;
  /** The name of the case to settle. */
  settle?: unknown;
  as?: unknown;
  by?: unknown;
  note?: unknown;
  /** Days, `2026-01-31`: from the beginning of `from` to the beginning of `to`. */
  from?: unknown;
  to?: unknown;
}

/**
 * Shows the differences between an acquirer's books and a merchant's ledger, settles a case, or compares a past period.
 * An operator runs this job with AWS credentials (`npx florin operator books`).
 */
export async function handler(command: Command) {
  const { merchantId } = command;
  const merchant = isId(merchantId) ? await findMerchant(merchantId) : undefined;
  if (!merchant || !isId(merchantId)) throw new Error(`There is no merchant ${merchantId}`);
  if (command.settle !== undefined) {
    const settled = await closeCase(merchant, String(command.settle), decisionOf(command));
    log('info', { merchantId, case: caseName(settled), state: settled.state, ...settled.settled });
    return { merchantId, settled: showCase(settled) };
  }
  if (command.from !== undefined || command.to !== undefined) {
    const period = periodOf(command);
    await sendMessages(queue, [{ body: { time: new Date().toISOString(), merchantId, period } }]);
    log('info', { merchantId, period });
    return { merchantId, started: period };
  }
  return { merchantId, cases: (await listCases(merchantId)).map(showCase) };
}

const showCase = (known: KnownCase): object => {
  const { kind, reference, account, ...rest } = known;
  const { pk, sk, ...fields } = rest as typeof rest & { pk?: string; sk?: string };
  return { case: caseName(known), account: account.account, ...fields };
};

function decisionOf({ as, by, note }: Command): CaseDecision {
  if (as !== 'explained' && as !== 'adjusted')
    throw new Error('`as` must be "explained", for a note alone, or "adjusted", for a line as well');
  return { as, ...operatorNoteIn({ by, note }) };
}

function periodOf({ from, to }: Command): Period {
  const [since, until] = [timeOf('from', from), timeOf('to', to)];
  if (since >= until) throw new Error('`from` must be before `to`');
  return { name: `period ${newId()}`, since, until };
}

function timeOf(name: string, day: unknown): number {
  const time = typeof day === 'string' && day.length === '2026-01-31'.length ? parseTime(day) : undefined;
  if (time === undefined) throw new Error(`\`${name}\` must be a day like 2026-01-31`);
  return time;
}
