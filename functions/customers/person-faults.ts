import type { Fault } from '#domain/outcome.ts';
import type { Requests } from '#schemas/index.ts';

/** A person is named in one way, so that a slip erases nobody else. */
export function personFaults({ email, customer }: Requests['personNamed']): Fault[] {
  if (email !== undefined && customer !== undefined)
    return [
      {
        field: 'customer',
        message: 'Send either `email` or `customer`, and then the other in a request of its own',
      },
    ];
  return email === undefined && customer === undefined
    ? [{ field: 'email', message: 'Send `email`, or `customer` with your own id of the customer' }]
    : [];
}
