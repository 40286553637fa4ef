import { methodsTable, others } from '../api/support/methods-table.ts';
import { ownFlorin } from '../api/support/own-florin.ts';

jest.setTimeout(300_000);

/* The methods that `api/methods-table.test.ts` leaves out, as `npm test` is for everybody. */

const own = ownFlorin();
methodsTable(others, () => own.here);
