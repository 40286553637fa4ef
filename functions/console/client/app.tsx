import { useEffect, useState } from 'preact/hooks';
import { configure, Refusal } from './api.ts';
import { loadPages, type Pages } from './load-pages.ts';
import { storedChoice } from './memory.ts';
import { ConfirmSignIn, SignIn } from './pages/sign-in.tsx';
import { ToolAnswer } from './pages/tool-answer.tsx';
import { Announcer } from './parts/announce.tsx';
import { FailureNotice } from './parts/failure-notice.tsx';
import { LoadingPlaceholder } from './parts/loading.tsx';
import { go } from './router.ts';
import { askForSession } from './session-request.ts';
import { SignedOutFrame, type Speak } from './signed-out-frame.tsx';
import type { Session } from './types.ts';
import { usePlace } from './use-place.ts';

interface Props {
  base: string;
  posUrl: string;
  pageStyles: string;
  speak: Speak;
}

type State = { session: Session; SignedIn: Pages['SignedIn'] } | { error: Error } | 'loading' | 'signed out';

/**
 * The console: the sign-in pages for strangers, and the pages of a merchant for a signed-in user. A stranger's browser
 * loads the latter when the user begins to sign in.
 */
export function App({ base, posUrl, pageStyles, speak }: Props) {
  const place = usePlace();
  const [state, setState] = useState<State>('loading');
  const isConfirming = place.path[0] === 'sign-in' && place.path[1] !== undefined;
  const isToolAnswer = place.path[0] === 'tool' && place.path[1] !== undefined;

  configure({ base, signedOut: () => setState('signed out'), forbidden: () => afterDialog(refresh) });

  const load = async () => {
    try {
      const session = await askForSession();
      const { SignedIn } = await loadPages();
      setState({ session, SignedIn });
    } catch (error) {
      setState(error instanceof Refusal && error.status === 401 ? 'signed out' : { error: error as Error });
    }
  };
  useEffect(() => {
    void load();
    // The user sees an error only after the sign-in, when the pages are needed.
    const prepare = () => void loadPages().catch(() => undefined);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, prepare, { once: true });
  }, []);

  const refresh = async () => {
    const session = await askForSession().catch(() => undefined);
    if (session) setState((before) => (isSignedIn(before) ? { ...before, session } : before));
  };

  const enter = async () => {
    await load();
    go(storedChoice('place') ?? '#/');
  };

  return (
    <>
      {isConfirming ? (
        <SignedOutFrame speak={speak}>
          <ConfirmSignIn token={place.path[1] ?? ''} enter={enter} />
        </SignedOutFrame>
      ) : isToolAnswer ? (
        <SignedOutFrame speak={speak}>
          <ToolAnswer outcome={place.path[1]} />
        </SignedOutFrame>
      ) : state === 'loading' ? (
        <LoadingPlaceholder />
      ) : state === 'signed out' ? (
        <SignedOutFrame speak={speak}>
          <SignIn enter={load} />
        </SignedOutFrame>
      ) : 'error' in state ? (
        <SignedOutFrame speak={speak}>
          <FailureNotice error={state.error} retry={load} />
        </SignedOutFrame>
      ) : (
        <state.SignedIn
          {...{
            session: state.session,
            place,
            posUrl,
            pageStyles,
            speak,
            refresh,
            leave: () => setState('signed out'),
          }}
        />
      )}
      <Announcer />
    </>
  );
}

/**
 * Waits until no dialog is open. If the user has lost the right to a page, the page disappears, and an open dialog
 * on it would disappear together with the outcomes that it shows.
 */
function afterDialog(work: () => void): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', work, { once: true });
  else work();
}

const isSignedIn = (state: State) => typeof state === 'object' && 'session' in state;
