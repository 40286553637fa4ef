import { fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores orders in a file to which lines are only appended. Each line is a change, and is on the disk before the shop
 * acts on it, so that a shop that was killed knows its orders when it starts again. Only one process may use the
 * file; several need a database.
 */
export function openOrders(file) {
  const descriptor = openSync(file, 'a', 0o600);
  const orders = new Map();
  const apply = ({ id, ...fields }) => orders.set(id, Object.assign(orders.get(id) ?? { id }, fields));

  // If the machine lost power while the shop wrote the last line, that line is incomplete. Nothing depends on it yet.
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  truncateSync(file, whole);
  for (const line of bytes.toString('utf8', 0, whole).split('\n').filter(Boolean)) apply(JSON.parse(line));

  return {
    get: (id) => orders.get(id),
    /** Orders of the last week that nobody has fulfilled. A payment does not wait longer. */
    open: () =>
      [...orders.values()].filter(
        ({ created, fulfilled }) => !fulfilled && Date.now() - Date.parse(created) < week,
      ),
    change(id, fields) {
      writeSync(descriptor, `${JSON.stringify({ id, ...fields })}\n`);
      fsyncSync(descriptor);
      apply({ id, ...fields });
    },
  };
}
