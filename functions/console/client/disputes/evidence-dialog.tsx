import { useEffect, useRef, useState } from 'preact/hooks';
import type { EvidenceInput } from '#domain/disputes/evidence.ts';
import { evidenceTypes } from '#domain/disputes/evidence-limits.ts';
import type { EvidenceKind, EvidenceText } from '#schemas/evidence-names.ts';
import { toBase64 } from '../browser/base64.ts';
import { useDraft } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Check, Field, focusFault, TextArea } from '../parts/field.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, hasFaults, Refusal, Unreachable, unshown } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { number, today } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Dispute, Transaction } from '../values/types.ts';
import { feeText } from './dispute-state.ts';
import { knownEvidence } from './known-evidence.ts';

interface Props {
  dispute: Dispute;
  transaction: Transaction;
  reload: () => Promise<void>;
  close: () => void;
}

type Texts = Partial<Record<EvidenceText, string>>;
type Files = Partial<Record<EvidenceKind, File>>;
type Accepted = NonNullable<Dispute['accepts']>;

interface Draft {
  texts: Texts;
  files: Files;
}

type Faults = Partial<Record<EvidenceText | EvidenceKind | 'feeAcknowledged', string>>;

const long: readonly EvidenceText[] = ['explanation', 'productDescription'];
const short: readonly EvidenceText[] = [
  'customerName',
  'serviceDate',
  'shippingCarrier',
  'shippingTrackingNumber',
  'shippingDate',
];
const terms: readonly EvidenceText[] = ['refundPolicy', 'cancellationPolicy'];

/** Reads what is known of the payment, and then lets the user write the evidence. */
export function EvidenceDialog(props: Props) {
  const { dispute, transaction } = props;
  const known = useLoad(dispute.id, (signal) => knownEvidence(transaction, signal));
  const [accepts] = useState(dispute.accepts); // it is null as soon as the evidence is sent
  if ((!known.data && !known.error) || !accepts) return null;
  return <Form {...props} known={known.data ?? {}} accepts={accepts} />;
}

/**
 * Sends the evidence of a dispute, which can be done once. The user reviews everything before it is sent. After a lost
 * answer, the dialog sends the same evidence again, and the server finds out whether the acquirer has it.
 */
function Form({
  dispute: { id: disputeId, contestFee },
  known,
  accepts,
  reload,
  close,
}: Props & { known: Texts; accepts: Accepted }) {
  const { session } = useConsole();
  const [draft, setDraft] = useDraft<Draft>(`evidence.${session.user.id}.${disputeId}`, {
    texts: known,
    files: {},
  });
  const [, keep] = useDraft<EvidenceInput>(nameOfSent(session, disputeId), {});
  const { texts, files } = draft;
  const [faults, setFaults] = useState<Faults>({});
  const [isFeeAccepted, setFeeAccepted] = useState(false);
  const fee = contestFee && !contestFee.acknowledged ? contestFee : undefined;
  const [evidence, setEvidence] = useState<EvidenceInput>();
  const [sent, setSent] = useState<EvidenceInput>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const form = useRef<HTMLFormElement>(null);
  // An error of a request with other evidence does not apply to this evidence.
  const failure = sent === evidence ? error : undefined;
  const isUnknown = failure !== undefined && isLost(failure);

  const check = async (event: Event) => {
    event.preventDefault();
    const wrong = faultsIn(texts, files, accepts, form.current);
    if (fee && !isFeeAccepted) wrong.feeAcknowledged = t.evidence.faults.fee;
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return focusFault(form.current);
    intent.next(); // other evidence needs another key
    setEvidence({ ...(await read(texts, files, accepts)), ...(fee && { feeAcknowledged: true }) });
  };
  const send = async () => {
    setSent(evidence);
    const isSent = await run(async () => {
      try {
        await call('POST', `api/disputes/${disputeId}/evidence`, { body: evidence ?? {}, key: intent.key });
      } catch (error) {
        if (hasFaults(error)) setEvidence(undefined);
        else if (error instanceof Refusal && error.status === 409) await reload();
        throw error;
      }
      announce(t.evidence.sent);
      setDraft();
      keep({ ...evidence, files: evidence?.files?.map((file) => ({ ...file, content: '' })) });
      await reload();
    });
    if (isSent) close();
  };

  useEffect(() => {
    if (!evidence && error) focusFault(form.current);
  }, [evidence, error]);

  if (evidence)
    return (
      <Dialog
        key="check"
        class="dialog large"
        title={t.evidence.checkTitle}
        canClose={!isBusy && !isUnknown}
        onClose={close}
      >
        <div class="stack">
          <p>{t.evidence.checkLead}</p>
          <Facts of={factsOf(evidence)} />
          {fee && <p class="notice warn">{feeText(fee, t.disputes.feeStates.due)}</p>}
          <div role="alert">
            {failure && <p class={`notice ${isUnknown ? 'warn' : 'bad'}`}>{words(failure)}</p>}
          </div>
          <DialogFoot
            isBusy={isBusy || isUnknown}
            cancel={t.evidence.back}
            close={() => setEvidence(undefined)}
          >
            <button type="button" class="button danger" aria-busy={isBusy} onClick={send}>
              {isBusy ? t.common.sending : isUnknown ? t.common.retry : t.evidence.confirm}
            </button>
          </DialogFoot>
        </div>
      </Dialog>
    );

  const chosen = accepts.files.filter((kind) => files[kind]);
  const taken = (names: readonly EvidenceText[]) => names.filter((name) => accepts.texts.includes(name));
  const rest = unshown(error, [
    ...accepts.texts,
    ...(fee ? ['feeAcknowledged'] : []),
    ...chosen.map((_, n) => `files.${n}`),
  ]);
  const trouble = rest && words(rest);
  const edit = (name: EvidenceText) => ({
    label: t.evidence.texts[name],
    value: texts[name] ?? '',
    fault: faults[name] ?? faultOf(error, name),
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setDraft({ texts: { ...texts, [name]: value }, files });
      setFaults({});
    },
  });
  return (
    <Dialog key="edit" class="dialog large" title={t.evidence.send} onClose={close}>
      <form ref={form} onSubmit={check} noValidate>
        <p>{t.evidence.lead}</p>
        {taken(long).map((name) => (
          <TextArea
            key={name}
            {...edit(name)}
            rows={name === 'explanation' ? 8 : 3}
            maxLength={accepts.mostCharacters}
            hint={name === 'explanation' ? t.evidence.explanationHint : undefined}
          />
        ))}
        <div class="fields">
          {taken(short).map((name) => (
            <Field
              key={name}
              {...edit(name)}
              autocomplete="off"
              {...(name.endsWith('Date') ? { type: 'date', name, max: today() } : { maxLength: 255 })}
            />
          ))}
        </div>
        {taken(terms).map((name) => (
          <TextArea key={name} {...edit(name)} maxLength={accepts.mostCharacters} />
        ))}
        <fieldset class="plain stack" hidden={accepts.files.length === 0}>
          <legend class="legend">{t.evidence.files}</legend>
          <p class="hint">{sized(t.evidence.filesHint, accepts)}</p>
          {accepts.files.map((kind) => (
            <Upload
              key={kind}
              kind={kind}
              file={files[kind]}
              fault={faults[kind] ?? faultOfFile(error, chosen.indexOf(kind))}
              choose={(file) => {
                const { [kind]: _, ...others } = files;
                setDraft({ texts, files: file ? { ...others, [kind]: file } : others });
                setFaults({});
              }}
            />
          ))}
        </fieldset>
        {fee && (
          <Check
            label={feeText(fee, t.evidence.acceptFee)}
            hint={t.evidence.feeHint}
            fault={faults.feeAcknowledged ?? faultOf(error, 'feeAcknowledged')}
            checked={isFeeAccepted}
            onChange={(isAccepted) => {
              setFeeAccepted(isAccepted);
              setFaults({});
            }}
          />
        )}
        <div role="alert">{trouble && <p class="notice bad">{trouble}</p>}</div>
        <DialogFoot isBusy={false} close={close}>
          <button type="submit" class="button main">
            {t.evidence.check}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface UploadProps {
  kind: EvidenceKind;
  file: File | undefined;
  fault: string | undefined;
  choose: (file: File | undefined) => void;
}

/** The field for a file. It shows the chosen file even when the dialog renders the field again. */
function Upload({ kind, file, fault, choose }: UploadProps) {
  const label = t.evidence.kinds[kind];
  return (
    <div class="with-button">
      <Field
        label={label}
        hint={file && <bdi>{file.name}</bdi>}
        type="file"
        accept={evidenceTypes.join()}
        fault={fault}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {file && (
        <button
          type="button"
          class="button small"
          aria-label={`${t.common.remove}: ${label}`}
          onClick={({ currentTarget }) => {
            const input = currentTarget.parentElement?.querySelector('input');
            if (input) input.value = '';
            choose(undefined);
            input?.focus();
          }}
        >
          {t.common.remove}
        </button>
      )}
    </div>
  );
}

/** Whether the acquirer may have the evidence although the request failed. */
const isLost = (error: Error): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && error.code === 'OPERATION_OPEN');

function words(error: Error): string {
  if (isLost(error)) return t.evidence.unknown;
  return error instanceof Refusal && error.status === 409 ? t.evidence.changed : failureText(error);
}

/** The faults of the fields that the browser finds. The server finds the others. */
function faultsIn(texts: Texts, files: Files, accepts: Accepted, form: HTMLFormElement | null): Faults {
  const faults: Faults = {};
  // Includes a day of which only a part was typed, whose value is empty.
  for (const { name } of form?.querySelectorAll<HTMLInputElement>('[type=date]:invalid') ?? [])
    faults[name as EvidenceText] = t.evidence.faults.date;
  let sum = 0;
  for (const kind of accepts.files) {
    const { type, size = 0 } = files[kind] ?? {};
    sum += size;
    if (sum > accepts.mostBytes && size > 0) faults[kind] = sized(t.evidence.faults.size, accepts);
    if (type !== undefined && !evidenceTypes.some((known) => known === type))
      faults[kind] = t.evidence.faults.type;
  }
  const isEmpty = accepts.texts.every((name) => !texts[name]?.trim());
  if (isEmpty && accepts.files.every((kind) => !files[kind])) faults.explanation = t.evidence.faults.nothing;
  return faults;
}

/** The fault of a file by its place in the request. */
function faultOfFile(error: Error | undefined, index: number): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  return error.faults.find(({ field }) => field.startsWith(`files.${index}.`))?.message;
}

/** A text with the size of all files in megabytes. */
const sized = (text: string, { mostBytes }: Accepted): string =>
  fill(text, { size: number(Math.floor((mostBytes / 1024 ** 2) * 10) / 10) });

async function read(texts: Texts, files: Files, accepts: Accepted): Promise<EvidenceInput> {
  const filled = accepts.texts.flatMap((name) => {
    const text = texts[name]?.trim();
    return text ? [[name, text]] : [];
  });
  const list = await Promise.all(
    accepts.files.flatMap((kind) => {
      const file = files[kind];
      return file ? [contentOf(kind, file)] : [];
    }),
  );
  return { ...Object.fromEntries(filled), ...(list.length > 0 && { files: list }) };
}

const contentOf = async (kind: EvidenceKind, file: File) => ({
  kind,
  name: file.name,
  content: toBase64(new Uint8Array(await file.arrayBuffer())),
});

const factsOf = ({ files = [], feeAcknowledged: _, ...texts }: EvidenceInput): [string, string][] => [
  ...[...long, ...short, ...terms].flatMap((name): [string, string][] =>
    texts[name] ? [[t.evidence.texts[name], texts[name]]] : [],
  ),
  ...files.map(({ kind, name }): [string, string] => [t.evidence.kinds[kind], name]),
];

const nameOfSent = (session: { user: { id: string } }, disputeId: string): string =>
  `sent.${session.user.id}.${disputeId}`;

/** The evidence that this tab has sent. The server keeps no copy of it. */
export function SentEvidence({ disputeId }: { disputeId: string }) {
  const { session } = useConsole();
  const [sent] = useDraft<EvidenceInput>(nameOfSent(session, disputeId), {});
  const facts = factsOf(sent);
  if (facts.length === 0) return null;
  return (
    <section class="sheet" aria-labelledby="sent">
      <h2 id="sent">{t.evidence.whatWasSent}</h2>
      <Facts of={facts} />
      <p class="hint">{t.evidence.copyHint}</p>
      <button type="button" class="button no-print" onClick={() => print()}>
        {t.links.print}
      </button>
    </section>
  );
}
