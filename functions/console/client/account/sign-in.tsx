import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notifyTabs, onSession } from '../browser/tabs.ts';
import { FailureNotice, failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { useAction } from '../requests/action.ts';
import { call, Refusal } from '../requests/api.ts';
import { askForSession } from '../requests/session-request.ts';
import { hasPasskeys, usePasskey } from '../requests/webauthn.ts';
import { fill, t } from '../values/texts.ts';

/**
 * Asks for the e-mail address, and then says that a mail was sent. The answer never reveals whether the address is known.
 *
 * @param hasEnded whether the session of this page has ended, and the user has not signed out
 */
export function SignIn({ enter, hasEnded }: { enter: () => Promise<void>; hasEnded: boolean }) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState('');
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // If a sign-in succeeds in one tab, all tabs are signed in. The link in the mail opens in another tab or window,
  // and a session may end in several tabs. The page listens before the browser paints it, so that it misses no event.
  useLayoutEffect(
    () =>
      onSession(async () => {
        const session = await askForSession().catch(() => undefined);
        if (session) await enter();
      }),
    [],
  );

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    const address = email.trim();
    setError(undefined);
    if (!/^\S+@\S+\.\S+$/.test(address)) {
      setFault(t.faults.email);
      focusFault(form.current);
      return;
    }
    setFault(undefined);
    setBusy(true);
    try {
      await call('POST', 'sign-in', { body: { email: address } });
      setSent(address);
    } catch (error) {
      if (error instanceof Refusal && error.status === 400) {
        setFault(t.faults.email);
        focusFault(form.current);
      } else setError(error as Error);
    }
    setBusy(false);
  };

  if (sent)
    return (
      <main class="door-card" key="sent">
        <Page title={t.signIn.sent}>
          <p>{fill(t.signIn.sentTo, { email: sent })}</p>
          <p class="muted">{t.signIn.sentHint}</p>
          <p>
            <button type="button" class="button" onClick={() => setSent('')}>
              {t.signIn.again}
            </button>
          </p>
        </Page>
      </main>
    );
  return (
    <main class="door-card" key="ask">
      <Page title={t.signIn.title} lead={t.signIn.lead}>
        {hasEnded && (
          <p class="notice warn" role="alert">
            {t.errors.signedOut}
          </p>
        )}
        <form ref={form} onSubmit={submit} noValidate>
          <Field
            label={t.signIn.email}
            type="email"
            name="email"
            autocomplete="email"
            value={email}
            maxLength={254}
            fault={fault}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          {error instanceof Refusal && error.status === 429 ? (
            <p class="notice bad" role="alert">
              {t.signIn.tooMany}
            </p>
          ) : (
            error && <FailureNotice error={error} />
          )}
          <button type="submit" class="button main wide" aria-busy={isBusy}>
            {isBusy ? t.common.sending : t.signIn.send}
          </button>
        </form>
        {hasPasskeys() && <PasskeySignIn enter={enter} />}
      </Page>
    </main>
  );
}

/** Signs in with a passkey. The browser shows the passkeys that the device has for this site, so no address is needed. */
function PasskeySignIn({ enter }: { enter: () => Promise<void> }) {
  const { isBusy, error, run } = useAction();
  const start = async () => {
    if (!(await run(() => usePasskey('sign-in/passkey')))) return;
    notifyTabs();
    await enter();
  };
  return (
    <div class="stack">
      <p class="muted">{t.signIn.or}</p>
      <button type="button" class="button wide" aria-busy={isBusy} onClick={start}>
        {t.signIn.passkey}
      </button>
      <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
    </div>
  );
}

/**
 * Signs in by the link of a mail, after a click: programs that check mails for harmful links open each link, which
 * would use it up.
 */
export function ConfirmSignIn({ token, enter }: { token: string; enter: () => Promise<void> }) {
  const [state, setState] = useState<'ready' | 'busy' | 'bad' | Error>('ready');
  const confirm = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      await call('POST', 'sign-in/confirm', { body: { token } });
    } catch (error) {
      setState(error instanceof Refusal && [400, 401, 404].includes(error.status) ? 'bad' : (error as Error));
      return;
    }
    notifyTabs();
    await enter();
  };
  if (state === 'bad')
    return (
      <main class="door-card" key="bad">
        <Page title={t.signIn.badLink}>
          <p>{t.signIn.badLinkHint}</p>
          <p>
            <a class="button main" href="#/">
              {t.signIn.newLink}
            </a>
          </p>
        </Page>
      </main>
    );
  return (
    <main class="door-card" key="confirm">
      <Page title={t.signIn.confirmTitle} lead={t.signIn.confirmLead}>
        {state instanceof Error && (
          <p class="notice bad" role="alert">
            {failureText(state)}
          </p>
        )}
        <button type="button" class="button main wide" aria-busy={state === 'busy'} onClick={confirm}>
          {t.signIn.confirm}
        </button>
      </Page>
    </main>
  );
}
