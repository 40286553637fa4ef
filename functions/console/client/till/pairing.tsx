import { useEffect, useRef, useState } from 'preact/hooks';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf } from '../requests/api.ts';
import { t } from '../values/texts.ts';

/**
 * The code in the fragment of a scanned URL. It is removed from the address, so that the browser's history does not
 * contain it.
 */
function scannedCode(): string {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, '', location.pathname);
  return code;
}

/** Pairs the device with a code that somebody types or has scanned. */
export function Pairing({ hasEnded, done }: { hasEnded: boolean; done: () => Promise<void> }) {
  const [code, setCode] = useState(scannedCode);
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const pair = async () => {
    const isDone = await run(() => call('POST', 'till/session', { body: { code } }));
    if (isDone) await done();
    else focusFault(form.current);
  };
  useEffect(() => {
    if (code) void pair();
  }, []);
  const isWrong = faultOf(error, 'code') !== undefined;
  const rest = faultOf(error, 'tills') === undefined ? error && !isWrong && failureText(error) : t.tills.full;
  return (
    <main>
      <Page title={t.tills.pairTitle} lead={t.tills.pairHint}>
        {hasEnded && <p class="notice warn">{t.tills.ended}</p>}
        <form
          ref={form}
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void pair();
          }}
        >
          <Field
            label={t.tills.code}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            value={code}
            maxLength={40}
            fault={isWrong ? t.tills.codeFault : undefined}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <div role="alert">{rest && <p class="notice bad">{rest}</p>}</div>
          <button type="submit" class="button main wide" aria-busy={isBusy}>
            {t.tills.pairNow}
          </button>
        </form>
      </Page>
    </main>
  );
}
