import type { Dispute } from '#domain/disputes/dispute.ts';
import {
  assertAnswerable,
  type EvidenceInput,
  evidenceFaults,
  fingerprintOfEvidence,
  readEvidence,
} from '#domain/disputes/evidence.ts';
import type { AcceptedEvidence } from '#domain/disputes/evidence-limits.ts';
import { Conflict, type Refused } from '#domain/outcome.ts';

const due = '2026-12-01T00:00:00.000Z';
const end = Date.parse(due);
const dispute = { id: 'd', status: 'open', due } as Dispute;
const claim = { fingerprint: 'mine', busyUntil: end };

test.each<[string, boolean, Partial<Dispute>, number]>([
  ['until a millisecond before the deadline', true, {}, end - 1],
  ['no longer at the deadline', false, {}, end],
  ['if it is from before Florin stored a status', true, { status: undefined }, end - 1],
  ['not in an inquiry', false, { status: 'inquiry' }, 0],
  ['not after an inquiry', false, { status: 'inquiry_closed' }, 0],
  ['not once it is won', false, { status: 'won' }, 0],
  ['not once it is lost', false, { status: 'lost' }, 0],
  ['not while a request with the same evidence may be running', false, { evidence: claim }, end - 1],
  ['again after that request has died, even lost and late', true, { evidence: claim, status: 'lost' }, end],
  ['not while other evidence may be there', false, { evidence: { ...claim, fingerprint: 'other' } }, end],
  ['not while the acquirer takes none', false, { rules: {} }, end - 1],
  ['not twice', false, { evidence: { ...claim, submitted: due } }, end],
])('a dispute takes evidence %s', (_, isTaken, over, now) => {
  const check = () =>
    assertAnswerable({ ...dispute, ...over }, readEvidence({ explanation: 'Sent' }), 'mine', now);
  if (isTaken) expect(check).not.toThrow();
  else expect(check).toThrow(Conflict);
});

const base64 = (bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 5)]).toString('base64');
const file = (bytes: number, kind: 'receipt' | 'other' = 'receipt') => ({
  ...{ kind, name: 'a.pdf', content: base64(bytes) },
});
const mebibyte = 1024 * 1024;
const text = (length: number) => 'x'.repeat(length);

const few: AcceptedEvidence = {
  texts: ['explanation'],
  files: ['receipt'],
  mostCharacters: 10,
  mostBytes: 9,
};
const due500 = { isAcknowledged: false, amount: 50_000, currency: 'USD' };

test.each<[string, EvidenceInput, string[]]>([
  ['of the most texts', { explanation: text(15_000), refundPolicy: text(5000) }, []],
  ['of a character more', { explanation: text(15_000), refundPolicy: text(5001) }, ['refundPolicy']],
  ['of the largest files', { files: [file(2 * mebibyte), file(mebibyte, 'other')] }, []],
  ['of a byte more', { files: [file(2 * mebibyte), file(mebibyte + 1, 'other')] }, ['files.1.content']],
  ['of two receipts', { files: [file(9), file(9)] }, ['files.1.kind']],
  ['with a tracking number like a card number', { shippingTrackingNumber: '4242424242424242' }, []],
  ['with a card number', { customerName: '4242424242424242' }, ['customerName']],
  ['with texts and without files', { explanation: 'x', files: [] }, []],
  ['with no file and no text', { files: [] }, ['files']],
  ['with nothing', {}, ['body']],
])('the errors of evidence %s', (_, input, fields) => {
  expect(evidenceFaults(input).map(({ field }) => field)).toEqual(fields);
});

test.each<[string, Dispute['rules'], EvidenceInput, string[]]>([
  ['all of which is taken', { accepts: few }, { explanation: text(10), files: [file(9)] }, []],
  ['with a text that is not taken', { accepts: few }, { customerName: 'Ann' }, ['customerName']],
  [
    'with a file that is not taken',
    { accepts: few },
    { files: [file(9), file(9, 'other')] },
    ['files.1.kind'],
  ],
  ['with a character too many', { accepts: few }, { explanation: text(11) }, ['explanation']],
  ['with a byte too many', { accepts: few }, { files: [file(10)] }, ['files.0.content']],
  ['without its fee', { accepts: few, fee: due500 }, { explanation: 'x' }, ['feeAcknowledged']],
  [
    'without its fee, in words',
    { accepts: few, fee: due500 },
    { explanation: 'x', feeAcknowledged: false },
    ['feeAcknowledged'],
  ],
  ['with its fee', { accepts: few, fee: due500 }, { explanation: 'x', feeAcknowledged: true }, []],
  [
    'whose fee is acknowledged already',
    { accepts: few, fee: { isAcknowledged: true } },
    { explanation: 'x' },
    [],
  ],
  [
    'with a fee that there is not',
    undefined,
    { explanation: 'x', feeAcknowledged: true },
    ['feeAcknowledged'],
  ],
])('the errors of evidence %s, by the rules of the acquirer', (_, rules, input, fields) => {
  let faults: readonly { field: string }[] = [];
  try {
    assertAnswerable({ ...dispute, rules }, readEvidence(input), 'mine', end - 1);
  } catch (error) {
    faults = (error as Refused).faults;
  }
  expect(faults.map(({ field }) => field)).toEqual(fields);
});

test('evidence is the same only with the same texts and files, for the same dispute', () => {
  const input = { explanation: 'a', customerName: 'b', files: [file(9)] };
  const of = (over: EvidenceInput = {}, id = 'd') =>
    fingerprintOfEvidence({ id }, readEvidence({ ...input, ...over }));
  expect(of()).toBe(
    fingerprintOfEvidence(
      { id: 'd' },
      readEvidence({ files: [file(9)], customerName: 'b', explanation: 'a' }),
    ),
  );
  const others = [
    of({}, 'e'),
    of({ explanation: 'b', customerName: 'a' }),
    of({ files: [file(10)] }),
    of({ files: [{ ...file(9), content: Buffer.from('%PDF-abcd').toString('base64') }] }),
    of({ files: [file(9, 'other')] }),
    of({ files: [{ ...file(9), name: 'b.pdf' }] }),
    of({ files: [] }),
  ];
  expect(new Set([of(), ...others]).size).toBe(1 + others.length);
});
