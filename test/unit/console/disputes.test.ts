import { isOpen, nextStep } from '../../../functions/console/client/disputes.ts';
import { useTexts } from '../../../functions/console/client/texts.ts';
import type { Dispute } from '../../../functions/console/client/types.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

const { nextSteps } = consoleCatalogue.en.disputes;
beforeAll(() => useTexts('en', consoleCatalogue.en, []));

const submitted = new Date().toISOString();
const [before, after] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());

test.each<[string, Partial<Dispute>, boolean, keyof typeof nextSteps]>([
  ['an open dispute', { status: 'open', due: after }, true, 'open'],
  ['an inquiry', { status: 'inquiry', due: after }, true, 'inquiry'],
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
])('%s waits for the merchant only until it is answered', (_, given, waits, step) => {
  const dispute = { evidence: null, ...given } as Dispute;
  expect([isOpen(dispute), nextStep(dispute)]).toEqual([waits, nextSteps[step]]);
});
