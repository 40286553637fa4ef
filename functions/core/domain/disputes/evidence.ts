import { createHash } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';
import { type EvidenceKind, type EvidenceText, evidenceTexts } from '#schemas/evidence-names.ts';
import { maskCards } from '../mail/mask-cards.ts';
import { Conflict, type Fault, Refused } from '../outcome.ts';
import { acceptedNow, type Dispute } from './dispute.ts';
import {
  type AcceptedEvidence,
  type EvidenceType,
  evidenceLimits,
  evidenceTypes,
} from './evidence-limits.ts';

/** Evidence as a merchant sends it. The content of its files is in Base64. */
export interface EvidenceInput extends Partial<Record<EvidenceText, string>> {
  files?: readonly { kind: EvidenceKind; name: string; content: string }[];
  feeAcknowledged?: boolean;
}

export interface EvidenceFile {
  kind: EvidenceKind;
  name: string;
  type: EvidenceType;
  bytes: Buffer;
}

/** The merchant's answer to a dispute. Florin passes it on, and neither stores nor logs it. */
export interface Evidence {
  texts: Partial<Record<EvidenceText, string>>;
  files: readonly EvidenceFile[];
  /** Set if the merchant accepts the card scheme's fee for contesting the dispute. */
  feeAcknowledged?: true;
}

/** The first bytes of each type of file. Florin does not trust the name of a file. */
const signatures: Record<EvidenceType, Buffer> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
};

/** The rules beyond the schema. */
export function evidenceFaults(input: EvidenceInput): Fault[] {
  const files = Array.isArray(input.files) ? input.files : [];
  const texts = evidenceTexts.flatMap((field) =>
    input[field] === undefined ? [] : [[field, input[field]] as const],
  );
  if (texts.length === 0 && files.length === 0 && input.files !== undefined)
    return [{ field: 'files', message: 'Must have a file because the evidence has no text' }];
  if (texts.length === 0 && input.files === undefined)
    return [{ field: 'body', message: `Must have at least one of ${evidenceTexts.join(', ')}, files` }];
  return [
    ...textFaults(texts),
    ...files.flatMap((file, i) => fileFaults(file, `files.${i}`, files.slice(0, i))),
    ...sizeFaults(files),
  ];
}

function textFaults(texts: (readonly [EvidenceText, string])[]): Fault[] {
  const faults = texts.flatMap(([field, text]) => {
    if (text.trim() === '') return [{ field, message: 'Must have a character that is not a space' }];
    // A tracking number often looks like a card number, so it is not checked.
    const holdsCard = field !== 'shippingTrackingNumber' && maskCards(text) !== text;
    return holdsCard
      ? [{ field, message: 'Must not contain a card number; write its last four digits' }]
      : [];
  });
  let sum = 0;
  const over = texts.find(([, text]) => {
    sum += text.length;
    return sum > evidenceLimits.texts;
  });
  return over
    ? [
        ...faults,
        { field: over[0], message: `All texts together can have at most ${evidenceLimits.texts} characters` },
      ]
    : faults;
}

function fileFaults(
  file: Partial<NonNullable<EvidenceInput['files']>[number]> | undefined,
  field: string,
  earlier: EvidenceInput['files'] = [],
): Fault[] {
  const { kind, content } = file ?? {};
  const faults: Fault[] = [];
  if (kind && earlier.some((other) => other?.kind === kind))
    faults.push({
      field: `${field}.kind`,
      message: `Only one file can be ${kind}; put several into one PDF`,
    });
  if (typeof content !== 'string') return faults;
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content)
    faults.push({
      field: `${field}.content`,
      message: 'Must be Base64, with padding and without line breaks',
    });
  else if (!typeOf(bytes))
    faults.push({ field: `${field}.content`, message: 'Must be a PDF, a PNG or a JPEG' });
  return faults;
}

function sizeFaults(files: NonNullable<EvidenceInput['files']>): Fault[] {
  let sum = 0;
  const over = files.findIndex((file) => {
    sum += typeof file?.content === 'string' ? Buffer.byteLength(file.content, 'base64') : 0;
    return sum > evidenceLimits.files;
  });
  return over < 0
    ? []
    : [
        {
          field: `files.${over}.content`,
          message: `All files together can have at most ${evidenceLimits.files} bytes`,
        },
      ];
}

const typeOf = (bytes: Buffer): EvidenceType | undefined =>
  evidenceTypes.find((type) => {
    const start = signatures[type];
    return bytes.subarray(0, start.length).equals(start);
  });

/** Converts evidence that has no faults. */
export function readEvidence({ files = [], feeAcknowledged, ...texts }: EvidenceInput): Evidence {
  return {
    texts,
    ...(feeAcknowledged && { feeAcknowledged }),
    files: files.map(({ kind, name, content }) => {
      const bytes = Buffer.from(content, 'base64');
      const type = typeOf(bytes);
      if (!type) throw new Error('A file of unknown type');
      return { kind, name, type, bytes };
    }),
  };
}

/** The reasons why an acquirer does not take evidence for a dispute now. */
function unacceptedIn(
  { texts, files }: Evidence,
  { mostCharacters, mostBytes, ...accepted }: AcceptedEvidence,
): Fault[] {
  const names = [...accepted.texts, ...(accepted.files.length > 0 ? ['files'] : [])].join(', ');
  const faults: Fault[] = (Object.keys(texts) as EvidenceText[])
    .filter((field) => !accepted.texts.includes(field))
    .map((field) => ({
      field,
      message: `The acquirer does not accept this field for the dispute now; send ${names}`,
    }));
  for (const [i, { kind }] of files.entries())
    if (!accepted.files.includes(kind))
      faults.push({
        field: `files.${i}.kind`,
        message: `The acquirer does not accept files of this kind for the dispute now; it accepts ${accepted.files.join(', ') || 'no files'}`,
      });
  const [characters, bytes] = [
    Object.values(texts).reduce((sum, text) => sum + text.length, 0),
    files.reduce((sum, file) => sum + file.bytes.length, 0),
  ];
  if (faults.length === 0 && characters > mostCharacters)
    faults.push({
      field: Object.keys(texts).at(-1) as string,
      message: `The acquirer takes at most ${mostCharacters} characters of all texts together; these are ${characters}`,
    });
  if (faults.length === 0 && bytes > mostBytes)
    faults.push({
      field: `files.${files.length - 1}.content`,
      message: `The acquirer takes at most ${mostBytes} bytes of all files together; these are ${bytes}`,
    });
  return faults;
}

/** A fee is never acknowledged by default. */
function feeFaults({ feeAcknowledged }: Evidence, { rules }: Dispute): Fault[] {
  const { fee } = rules ?? {};
  if (!fee && feeAcknowledged)
    return [{ field: 'feeAcknowledged', message: 'This dispute has no fee to acknowledge; leave it out' }];
  return !fee || fee.isAcknowledged || feeAcknowledged
    ? []
    : [
        {
          field: 'feeAcknowledged',
          message:
            'Must be true: to contest this dispute costs a fee of the card scheme, which `contestFee` shows',
        },
      ];
}

/** The digest of a dispute's evidence: the same for the same content in the same stage. */
export function fingerprintOfEvidence(
  { id: disputeId, appeal }: Pick<Dispute, 'id' | 'appeal'>,
  { texts, files, feeAcknowledged }: Evidence,
): string {
  const digests = files.map(({ bytes, ...file }) => ({ ...file, bytes: digest(bytes) }));
  return digest(canonical({ disputeId, texts, files: digests, appeal, feeAcknowledged }));
}

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url');

/**
 * Checks that evidence can be submitted for a dispute. A request that died can be repeated with the same content,
 * even after the deadline, as the repeat finds out whether the acquirer has the evidence.
 *
 * @throws Conflict, or Refused for content that the acquirer does not take now
 */
export function assertAnswerable(
  dispute: Dispute,
  content: Evidence,
  fingerprint: string,
  now: number,
): void {
  const { status = 'open', due, evidence } = dispute;
  if (evidence?.submitted)
    throw new Conflict(
      `Evidence was submitted at ${evidence.submitted}; it can be submitted once in each stage`,
    );
  if (evidence && evidence.busyUntil > now)
    throw new Conflict('Another request is submitting evidence for this dispute');
  if (evidence && evidence.fingerprint !== fingerprint)
    throw new Conflict(
      'The outcome of an earlier request with other evidence is unknown; repeat that request with the same content',
    );
  if (evidence) return;
  if (status !== 'open') throw new Conflict(`Evidence is for open disputes; this one is ${status}`);
  if (Date.parse(due) <= now) throw new Conflict(`The deadline for evidence was ${due}`);
  const accepted = acceptedNow(dispute);
  if (!accepted) throw new Conflict('The acquirer does not accept evidence for this dispute now');
  const faults = [...unacceptedIn(content, accepted), ...feeFaults(content, dispute)];
  if (faults.length > 0) throw new Refused(faults);
}
