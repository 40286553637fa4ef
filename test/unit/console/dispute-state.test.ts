import {
  isOpen,
  openDisputes,
  plainReason,
  stateOf,
} from '../../../functions/console/client/disputes/dispute-state.ts';
import { configure } from '../../../functions/console/client/requests/api.ts';
import { useTexts } from '../../../functions/console/client/values/texts.ts';
import type { Dispute } from '../../../functions/console/client/values/types.ts';
import { disputeReasonOf } from '../../../functions/core/acquirer/stripe/disputes/find-dispute.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

const { reasons, statuses } = consoleCatalogue.en.disputes;
beforeAll(() => useTexts('en', consoleCatalogue.en, []));

const submitted = new Date().toISOString();
const [before, after] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());

test.each<[string, Partial<Dispute>, boolean, keyof typeof statuses]>([
  ['an open dispute', { status: 'open', due: after }, true, 'open'],
  ['an inquiry', { status: 'inquiry', due: after }, true, 'inquiry'],
  ['an appeal', { status: 'open', stage: 'appeal', due: after }, true, 'appeal'],
  [
    'an appeal with evidence',
    { status: 'open', stage: 'appeal', due: after, evidence: { submitted } },
    false,
    'answered',
  ],
  ['an appeal that is lost', { status: 'lost', stage: 'appeal', due: after }, false, 'lost'],
  ['a dispute of unknown state', { status: null, due: after }, true, 'unknown'],
  ['a dispute with evidence', { status: 'open', due: after, evidence: { submitted } }, false, 'answered'],
  ['a dispute after its deadline', { status: 'open', due: before }, false, 'late'],
  [
    'a late dispute with evidence',
    { status: 'open', due: before, evidence: { submitted } },
    false,
    'answered',
  ],
  ['an inquiry after its deadline', { status: 'inquiry', due: before }, false, 'inquiry'],
  ['a dispute that is won', { status: 'won', due: after }, false, 'won'],
  ['a dispute that is lost', { status: 'lost', due: after }, false, 'lost'],
  ['an inquiry that is closed', { status: 'inquiry_closed', due: after }, false, 'inquiry_closed'],
])('%s waits for the merchant only until it is answered', (_, given, waits, state) => {
  const dispute = { evidence: null, ...given } as Dispute;
  expect([isOpen(dispute), stateOf(dispute)]).toEqual([waits, state]);
});

test.each<[string, keyof typeof reasons]>([
  // Stripe's categories.
  [disputeReasonOf('fraudulent').title, 'fraud'],
  [disputeReasonOf('unrecognized').title, 'unrecognized'],
  [disputeReasonOf('duplicate').title, 'duplicate'],
  [disputeReasonOf('product_not_received').title, 'missing'],
  [disputeReasonOf('subscription_canceled').title, 'cancelled'],
  [disputeReasonOf('product_unacceptable').title, 'quality'],
  [disputeReasonOf('credit_not_processed').title, 'credit'],
  // These reasons do not mean that the amount is wrong, although one title begins with “Incorrect”.
  [disputeReasonOf('incorrect_account_details').title, 'other'],
  [disputeReasonOf('bank_cannot_process').title, 'other'],
  [disputeReasonOf('general').title, 'other'],
  // Visa's titles.
  ['Other Fraud: Card-Absent Environment', 'fraud'],
  ['Merchandise/Services Not Received', 'missing'],
  ['Not as Described or Defective Merchandise/Services', 'quality'],
  ['Duplicate Processing', 'duplicate'],
  ['Credit Not Processed', 'credit'],
  ['Cancelled Recurring Transaction', 'cancelled'],
  ['Incorrect Amount', 'amount'],
  ['Incorrect Currency', 'amount'],
  ['Incorrect Account Number', 'other'],
])('the reason “%s” has the plain words for “%s”', (title, words) => {
  expect(plainReason(title)).toBe(reasons[words]);
});

test('the nearest deadline comes first, also that of a dispute behind a page of younger ones', async () => {
  configure({ base: '', signedOut: () => {} });
  const id = (number: number) => number.toString(16).padStart(24, '0');
  const dispute = (number: number, given: Partial<Dispute>) =>
    ({ id: id(number), status: 'open', evidence: null, ...given }) as Dispute;
  const all = [
    dispute(9, { due: new Date(Date.now() + 3 * 86_400_000).toISOString() }),
    dispute(8, { due: after, status: 'won' }),
    dispute(7, { due: before }),
    dispute(6, { due: after }),
  ];
  const asked: URLSearchParams[] = [];
  const answers = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const query = new URL(String(url), 'http://localhost').searchParams;
    asked.push(query);
    const cursor = query.get('before') ?? 'g';
    const page = all.filter((one) => one.id < cursor).slice(0, 2);
    return new Response(JSON.stringify(page), { headers: { 'content-type': 'application/json' } });
  });
  const open = await openDisputes(id(1), new AbortController().signal);
  answers.mockRestore();
  expect(open.map((one) => one.id)).toEqual([id(6), id(9)]);
  expect(asked[0]?.get('filter[merchantId]')).toBe(id(1));
  expect(Date.parse(asked[0]?.get('filter[from]') ?? '')).toBeLessThan(Date.now() - 150 * 86_400_000);
});
