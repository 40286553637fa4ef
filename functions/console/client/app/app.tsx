import { useEffect, useState } from 'preact/hooks';
import { ConfirmSignIn, SignIn } from '../account/sign-in.tsx';
import { ToolAnswer } from '../account/tool-answer.tsx';
import { endSession } from '../browser/drafts.ts';
import { storedChoice } from '../browser/memory.ts';
import { go, type Place, readPlace } from '../browser/router.ts';
import { Announcer } from '../parts/announce.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { LoadingPlaceholder } from '../parts/loading.tsx';
import { configure, Refusal } from '../requests/api.ts';
import { loadPart } from '../requests/load-part.ts';
import { askForSession } from '../requests/session-request.ts';
import { SignedOutFrame, type Speak } from '../start/signed-out-frame.tsx';
import type { Session } from '../values/types.ts';

interface Props {
  base: string;
  posUrl: string;
  pageStyles: string;
  speak: Speak;
}

type State =
  | { session: Session; SignedIn: Pages['SignedIn'] }
  | { error: Error }
  | 'loading'
  | 'signed out'
  | 'ended';

type Pages = typeof import('./signed-in.tsx');

/** The pages of signed-in users. @throws Unreachable */
const loadPages = (): Promise<Pages> => loadPart(() => import('./signed-in.tsx'));

/**
 * The console: the sign-in pages for strangers, and the pages of a merchant for a signed-in user. A stranger's browser
 * loads the latter when the user begins to sign in.
 */
export function App({ base, posUrl, pageStyles, speak }: Props) {
  const place = usePlace();
  const [state, setState] = useState<State>('loading');
  const isConfirming = ['sign-in', 'invitation'].includes(place.path[0] ?? '') && place.path[1] !== undefined;
  const isToolAnswer = place.path[0] === 'tool' && place.path[1] !== undefined;

  const signedOut = () => {
    endSession();
    setState((before) => (isSignedIn(before) || before === 'ended' ? 'ended' : 'signed out'));
  };
  configure({ base, signedOut, forbidden: () => afterDialog(refresh) });

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
      ) : state === 'signed out' || state === 'ended' ? (
        <SignedOutFrame speak={speak}>
          <SignIn enter={load} hasEnded={state === 'ended'} />
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

/** The current place. The component renders again when the place changes. */
function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const updateHash = () => setHash(location.hash);
    addEventListener('hashchange', updateHash);
    return () => removeEventListener('hashchange', updateHash);
  }, []);
  return readPlace(hash);
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
