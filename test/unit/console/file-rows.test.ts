import { printRows } from '#basics/csv.ts';
import { styleOf } from '../../../functions/console/client/lists/csv-file.ts';
import {
  auditCells,
  type Cells,
  disputeCells,
  fileRows,
  lineCells,
  paymentCells,
  payoutCells,
} from '../../../functions/console/client/lists/file-rows.ts';
import { useTexts } from '../../../functions/console/client/values/texts.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

beforeAll(() => useTexts('en', consoleCatalogue.en, []));

/** The cells of an exported row by their columns, decimal numbers as texts. The entry has another value in each field. */
function cellsOf<T>(cells: Cells<T>, entry: object): Record<string, unknown> {
  const { columns, row } = fileRows(cells);
  const values = row(entry as T).map((cell) =>
    typeof cell === 'object' && cell !== null ? cell.decimal : cell,
  );
  expect(values).toHaveLength(columns.length);
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
}

const created = '2026-11-24T12:00:00.000Z';

const order = { reference: 'Order 7', customer: 'Ann', description: 'Ten eggs' };
const orderCells = { order_reference: 'Order 7', order_customer: 'Ann', order_description: 'Ten eggs' };

test('an exported payment has each amount in its own column, in the decimals of its currency', () => {
  const payment = {
    ...{ id: 'p1', merchantId: 'm1', created, successful: true, error: false, currency: 'BHD' },
    ...{ amount: 9000, pendingAmount: 1, capturedAmount: 2345, refundedAmount: 300 },
    ...{ voidedAmount: 40, disputedAmount: 5, card: { scheme: 'visa', last4: '4242' } },
    method: { type: 'card', name: 'Card' },
    ...{ custom: { reference: 'Order 7' }, payer: { name: 'Ann', email: 'ann@example.com' } },
    order: { description: 'Ten eggs' },
  };
  const shown = {
    ...{ id: 'p1', created, status: 'disputed partlyRefunded partlyCaptured', currency: 'BHD' },
    ...{ amount: '9.000', pending: '0.001', captured: '2.345', refunded: '0.300', voided: '0.040' },
    ...{ disputed: '0.005', card_scheme: 'visa', card_last4: '4242', reference: 'Order 7' },
    ...{ customer_name: 'Ann', customer_email: 'ann@example.com', description: 'Ten eggs', decline: '' },
    ...{ method: 'card', method_name: 'Card' },
  };
  expect(cellsOf(paymentCells, payment)).toEqual(shown);
  const error = { code: 7, text: 'Insufficient funds', message: 'Message' };
  const declined = { ...payment, successful: false, error, payer: null, custom: null };
  expect(cellsOf(paymentCells, declined)).toEqual({
    ...{ ...shown, status: 'declined', decline: 'Insufficient funds' },
    ...{ reference: undefined, customer_name: undefined, customer_email: undefined },
  });
});

test('an exported payment by a method has the name of the method, which no spreadsheet executes, and no card', () => {
  const method = { type: 'acme', name: '=HYPERLINK("https://evil.example")' };
  const payment = { id: 'p1', created, error: false, card: null, method, currency: 'EUR' };
  expect(cellsOf(paymentCells, payment)).toMatchObject({
    ...{ card_scheme: undefined, card_last4: undefined, method: 'acme', method_name: method.name },
  });
  const { columns, row } = fileRows(paymentCells);
  expect(columns.slice(-2)).toEqual(['method', 'method_name']);
  const line = printRows([row(payment as never)], styleOf('en', 'en'));
  expect(line).toMatch(/,acme,"'=HYPERLINK\(""https:\/\/evil.example""\)"\r\n$/);
});

test('an exported line has its amount, its fee and its effect, each in its own currency', () => {
  const line = {
    ...{ id: 'l1', created, refund: true, transactionId: 'p1', payoutId: 'o1' },
    ...{ amount: { currency: 'JPY', amount: 1500 }, balance: -912, fee: 34 },
    ...{ description: 'Text', reference: 'txn_1', order, bookedAt: created, available: '2026-11-28' },
  };
  const shown = {
    ...{ id: 'l1', created, kind: 'refund', payment: 'p1', currency: 'JPY', amount: '1500' },
    ...{ balance_currency: 'EUR', fee: '0.34', balance: '-9.12' },
    ...{ description: 'Text', reference: 'txn_1', payout: 'o1', ...orderCells },
    ...{ booked_at: created, available_on: '2026-11-28' },
  };
  expect(cellsOf(lineCells('EUR'), line)).toEqual(shown);
  const kept = { currency: 'BHD', balance: 4800, fee: 200 };
  expect(cellsOf(lineCells('EUR'), { ...line, balance: 0, fee: 0, kept })).toEqual({
    ...{ ...shown, balance_currency: 'BHD', fee: '0.200', balance: '4.800' },
  });
});

test('an exported payout, dispute and change have each value in the column of its name', () => {
  const payout = {
    ...{ id: 'o1', created, status: 'paid', amount: { currency: 'HUF', amount: 123456 }, count: 3 },
    ...{ arrival: '2026-11-26', trace: 'T', reference: 'po_1', gross: null, fees: null, net: 123456 },
  };
  expect(cellsOf(payoutCells, payout)).toEqual({
    ...{ id: 'o1', created, status: 'paid', currency: 'HUF', amount: '1234.56', lines: 3 },
    ...{ arrival: '2026-11-26', trace: 'T', reference: 'po_1', net: '1234.56' },
  });
  const dispute = {
    ...{ id: 'd1', created, status: 'won', transactionId: 'p1', amount: 2000, currency: 'JPY' },
    ...{ reason: { code: 13.1, title: 'Not received' }, due: '2026-12-01T00:00:00.000Z', order },
  };
  expect(cellsOf(disputeCells, dispute)).toEqual({
    ...{ id: 'd1', created, status: 'won', payment: 'p1', amount_minor: 2000, reason_code: 13.1 },
    ...{ reason: 'Not received', due: dispute.due, currency: 'JPY', amount: '2000', ...orderCells },
  });
  const change = {
    ...{ id: 'a1', created, user: { id: 'u1', email: 'ann@example.com' }, action: 'PUT /x' },
    ...{ about: { linkId: 'k1' }, fields: { name: 'Tea' }, device: 'Firefox', address: '192.0.2.1' },
    ...{ status: 204, requestId: 'r1' },
  };
  const shown = {
    ...{ id: 'a1', created, person: 'ann@example.com', action: 'PUT /x', about: '{"linkId":"k1"}' },
    ...{ fields: '{"name":"Tea"}', device: 'Firefox', address: '192.0.2.1', status: 204, request: 'r1' },
  };
  expect(cellsOf(auditCells, change)).toEqual(shown);
  const till = { ...change, user: { id: 't1', till: 'Counter' }, status: null };
  expect(cellsOf(auditCells, till)).toEqual({ ...shown, person: 'Till: Counter', status: null });
});

test.each([
  ['en', 'en-GB', '.', ','],
  ['de', 'de-DE', ',', ';'],
  ['de', 'de-CH', '.', ';'],
  ['en', 'en-DE', ',', ';'],
])('a file in %s, %s, has the decimal mark %s, and cells between %s', (name, tag, decimal, separator) => {
  expect(styleOf(name, tag)).toEqual({ decimal, separator, forPeople: true });
});
