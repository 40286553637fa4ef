import type { AcquirerEvent } from '../../functions/core/acquirer/events.ts';
import { Refused } from '../../functions/core/domain/outcome.ts';
import type { Contract } from './contract.ts';
import type { Report } from './world.ts';

/** Only the acquirer's own reports about this stage's money are read, and reading one has no other effect. */
export function events(c: Contract): void {
  const { body, otherMode, otherVersion } = c.facts.event;
  const read = ({ body, headers }: Report) => c.world.readEvent({ body, header: (name) => headers[name] });
  const signed = (given: object = {}, by = {}) => c.world.sign(JSON.stringify({ ...body, ...given }), by);

  describe('events', () => {
    test('each report about a payment is read, and names the account and the payment', async () => {
      const { reference } = await c.paid();
      c.world.dashboard.capture(c.account, reference, 300);
      const readings = await Promise.all(c.world.reports(c.account).map(read));
      expect(readings.map(({ state }) => state)).toEqual(readings.map(() => 'read'));
      const found = readings.flatMap((reading): AcquirerEvent[] =>
        reading.state === 'read' ? reading.events : [],
      );
      expect(new Set(found.map(({ account }) => account))).toEqual(new Set([c.account]));
      expect(found).toContainEqual(expect.objectContaining({ type: 'payment.changed', payment: reference }));
    });

    test('a report that is forged, changed or old is not read, nor is one without a signature', async () => {
      expect(await read(signed())).toMatchObject({ state: 'read' });
      const { body: text, headers } = signed();
      const forged = [
        ...[signed({}, { key: 'another' }), signed({}, { age: 301_000 }), { body: `${text} `, headers }],
        ...Object.keys(headers).flatMap((name) => [
          { body: text, headers: { ...headers, [name]: 'x' } },
          { body: text, headers: {} },
        ]),
      ];
      for (const report of forged) expect(await read(report)).toMatchObject({ state: 'unsigned' });
    });

    test('a report about money of the other mode, or of another version, is not read', async () => {
      expect(await read(signed(otherMode))).toMatchObject({ state: 'other mode' });
      if (otherVersion) expect(await read(signed(otherVersion))).toMatchObject({ state: 'other version' });
    });

    test('a report with a missing or wrong field is read or refused, and is never an error', async () => {
      const wrong = ['null', '[]', '"text"', '7', '{"'].map((text) => c.world.sign(text));
      for (const name of Object.keys(body))
        for (const value of [undefined, null, 7, '', [], {}, 'x'.repeat(10_000)])
          wrong.push(signed({ [name]: value }));
      for (const report of wrong) {
        const reading = await read(report).catch((error: Error) => error);
        if (reading instanceof Error)
          expect([report.body.slice(0, 200), reading]).toEqual([
            report.body.slice(0, 200),
            expect.any(Refused),
          ]);
      }
      for (const name of c.facts.event.required)
        await expect(read(signed({ [name]: 7 }))).rejects.toThrow(Refused);
    });
  });
}
