import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { type StepUpKind, setStepUpDialog } from '../requests/step-up.ts';
import { usePasskey } from '../requests/webauthn.ts';
import { fill, t } from '../values/texts.ts';

interface Asked {
  by: StepUpKind;
  answer: (isConfirmed: boolean) => void;
}

/**
 * Asks the user to confirm their identity before a sensitive change. The refused request waits for the
 * confirmation. If the dialog disappears with its page, the request stays refused.
 */
export function StepUpDialog({ email }: { email: string }) {
  const [asked, setAsked] = useState<Asked>();
  const open = useRef(asked);
  open.current = asked;
  setStepUpDialog((by) => new Promise((answer) => setAsked({ by, answer })));
  useEffect(() => () => open.current?.answer(false), []);
  if (!asked) return null;
  const end = (isConfirmed: boolean) => {
    setAsked(undefined);
    asked.answer(isConfirmed);
  };
  return asked.by === 'passkey' ? <ByPasskey end={end} /> : <ByLink email={email} end={end} />;
}

function ByPasskey({ end }: { end: (isConfirmed: boolean) => void }) {
  const { isBusy, error, run } = useAction();
  const start = async () => {
    if (await run(() => usePasskey('session/proof'))) end(true);
  };
  return (
    <Dialog title={t.stepUp.title} canClose={!isBusy} onClose={() => end(false)}>
      <div class="stack">
        <p>{t.stepUp.passkeyHint}</p>
        <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={() => end(false)}>
          <button type="button" class="button main" aria-busy={isBusy} onClick={start}>
            {t.stepUp.passkey}
          </button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

/** A new sign-in in another tab of this browser counts as a confirmation, as both tabs have the same cookie. */
function ByLink({ email, end }: { email: string; end: (isConfirmed: boolean) => void }) {
  const [isSent, setSent] = useState(false);
  const { isBusy, error, run } = useAction();
  const send = async () => {
    if (await run(() => call('POST', 'sign-in', { body: { email } }))) setSent(true);
  };
  return (
    <Dialog title={t.stepUp.title} canClose={!isBusy} onClose={() => end(false)}>
      <div class="stack">
        <p role="status">{isSent ? fill(t.stepUp.sentHint, { email }) : t.stepUp.linkHint}</p>
        <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={() => end(false)}>
          {isSent ? (
            <button type="button" class="button main" onClick={() => end(true)}>
              {t.stepUp.goOn}
            </button>
          ) : (
            <button type="button" class="button main" aria-busy={isBusy} onClick={send}>
              {t.signIn.send}
            </button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}
