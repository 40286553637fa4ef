import { idTime, isId } from '../../../../functions/core/domain/id.ts';
import { capBody, type Event, eventId } from '../../../../functions/core/domain/webhooks/event.ts';

const at = Date.parse('2026-11-24T12:00:07.089Z');

test('the id of an event depends on its time, type and source alone, and has the time of the change', () => {
  const id = eventId(at, 'transaction.captured', 'one');
  expect([isId(id), idTime(id)]).toEqual([true, at]);
  expect(eventId(at, 'transaction.captured', 'one')).toBe(id);
  const others = [
    eventId(at, 'transaction.captured', 'other'),
    eventId(at, 'transaction.voided', 'one'),
    eventId(at + 1, 'transaction.captured', 'one'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
  expect(idTime(eventId(0, 'transaction.captured', 'one'))).toBe(0);
});

describe('the body of an event', () => {
  const id = 'a'.repeat(24);
  const event = (data: Event['data']): Event => ({
    ...{ id, type: 'transaction.created', created: new Date(at).toISOString(), merchantId: id, test: true },
    ...{ version: 1, sequence: 0, data },
  });
  /** An event with a body of the given size, in bytes. Each letter of its text has two. */
  const sized = (bytes: number): Event => {
    const withText = (text: string) => event({ transaction: { id, text } });
    const rest = bytes - Buffer.byteLength(JSON.stringify(withText('')));
    return withText('é'.repeat(Math.floor(rest / 2)) + 'e'.repeat(rest % 2));
  };

  test('the body of an event stays whole up to 20 KB', () => {
    const whole = sized(20_000);
    expect(capBody(whole)).toEqual(whole);
  });

  test('the body of an event has the path of its transaction in place of a larger one, and all other fields', () => {
    const capped = { transaction: { id, href: `/transactions/${id}` } };
    expect(capBody(sized(20_001))).toEqual(event(capped));
  });

  test('the body of an event stays whole without a transaction, whatever its size', () => {
    const large = event({ merchant: { name: 'x'.repeat(30_000) } });
    expect(capBody(large)).toEqual(large);
  });
});
