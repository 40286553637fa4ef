import { failedConditions } from './conditions.ts';
import { type Course, untilEffect } from './course.ts';
import { type Parts, writeOf, writesOf } from './parts.ts';
import { type Answer, cancelledAnswer, conflictAnswer, type Request, throttlingAnswer } from './protocol.ts';
import type { startTokens } from './tokens.ts';
import { placesOf, type Write } from './usage.ts';

/** Answers writes by AWS's rules: conflicts, capacity, and indexes that lag. */
export function startWrites(parts: Parts, tokens: ReturnType<typeof startTokens>) {
  const { engine, model, conflicts, partitions, lag, usage } = parts;
  return { transactWrite, writeOne };

  async function transactWrite(request: Request, course: Course): Promise<Answer> {
    const writes = await writesOf(parts, request);
    const known = tokens.repeated(request);
    if (known) return known;
    const items = writes.map(({ item }) => item);
    const met = conflicts.met(items);
    for (const [n, write] of writes.entries()) usage.note(write, { attempts: 1, conflicts: met[n] ? 1 : 0 });
    const codes: string[] = met.map((is) => (is ? 'TransactionConflict' : 'None'));
    if (course.fault === 'mixed')
      codes[Math.floor(course.draw('busy item') * codes.length)] = reasonOfConflict(course);
    if (codes.some((code) => code !== 'None')) return cancel(request, writes, codes);
    return tokens.once(request, () =>
      conflicts.transaction(items, async () => {
        const answer = await writeIfRoom(request, writes, course, (full) =>
          cancel(
            request,
            writes,
            full.map((is) => (is ? 'ThrottlingError' : 'None')),
          ),
        );
        await course.until(1);
        return answer;
      }),
    );
  }

  /** Each item answers a transaction by itself, so failed conditions may come before and after other reasons. */
  async function cancel(
    request: Request,
    writes: readonly Write[],
    codes: readonly string[],
  ): Promise<Answer> {
    if (model.settings.faults.mixed === 0) return cancelledAnswer(codes);
    const failed = await failedConditions(engine, request, writes);
    return cancelledAnswer(codes.map((code, n) => (code === 'None' ? (failed.get(n) ?? code) : code)));
  }

  async function writeOne(request: Request, course: Course): Promise<Answer> {
    const kind = request.operation.replace('Item', '');
    const write = await writeOf(parts, request, kind, request.input);
    // The wait comes first, so that writes of one item wait for each other only while the item is being written.
    await untilEffect(course);
    const [met] = conflicts.met([write.item]);
    usage.note(write, { attempts: 1, conflicts: met ? 1 : 0 });
    if (met) return conflictAnswer();
    return conflicts.single(write.item, () =>
      writeIfRoom(request, [write], course, () => throttlingAnswer()),
    );
  }

  /** Writes if the partitions have room. No other request writes these items in the meantime. */
  async function writeIfRoom(
    request: Request,
    writes: readonly Write[],
    course: Course,
    refuse: (full: boolean[]) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const before = await engine.read(request, writes.map(locationOf));
    const full = writes.map((write, n) =>
      placesOf(write, before[n]).some((at) => !partitions.hasRoom(at, 'write')),
    );
    for (const [n, write] of writes.entries()) if (full[n]) usage.noteThrottled(write, before[n]);
    if (full.includes(true)) return refuse(full);

    await untilEffect(course);
    const answer = await engine.forward(request, request.body);
    const transactional = request.operation === 'TransactWriteItems';
    if (answer.status !== 200) {
      // A failed condition costs as much as its write.
      for (const [n, write] of writes.entries())
        usage.chargeWrite(write, before[n], before[n], transactional);
      return answer;
    }
    const changed = writes.filter(({ kind }) => kind === 'Update');
    const read = await engine.read(request, changed.map(locationOf));
    const updated = new Map(changed.map((write, n) => [write, read[n]]));
    for (const [n, write] of writes.entries()) {
      const after = write.kind === 'ConditionCheck' ? before[n] : (write.put ?? updated.get(write));
      usage.chargeWrite(write, before[n], after, transactional);
      if (write.kind === 'ConditionCheck') continue;
      lag.record(write.table, before[n], after, ({ name }) =>
        name === write.table.name
          ? model.settings.staleness
          : model.settings.indexLag * course.draw(`lag of ${name}, ${n}`),
      );
    }
    return answer;
  }
}

const reasonOfConflict = ({ draw }: Course): string =>
  draw('busy with') < 0.5 ? 'TransactionConflict' : 'ThrottlingError';

const locationOf = ({ table, key }: Write) => ({ table: table.name, key });
