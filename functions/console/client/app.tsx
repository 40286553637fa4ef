import { useEffect, useState } from 'preact/hooks';
import type { ConsoleLanguage } from '#messages/console/languages.ts';
import { call, configure, Refusal } from './api.ts';
import { keep, kept } from './memory.ts';
import { ConfirmSignIn, SignIn } from './pages/sign-in.tsx';
import { pageAt } from './pages.tsx';
import { Announcer } from './parts/announce.tsx';
import { Empty, Waiting } from './parts/loading.tsx';
import { Page } from './parts/page.tsx';
import { ProofDialog } from './parts/proof-dialog.tsx';
import { Trouble } from './parts/trouble.tsx';
import { go, type Place, printPlace } from './router.ts';
import { ConsoleContext } from './session.ts';
import { Door, Shell } from './shell.tsx';
import { t } from './texts.ts';
import type { Member, Session } from './types.ts';
import { usePlace } from './use-place.ts';

interface Props {
  base: string;
  posUrl: string;
  pageStyles: string;
  speak: (language: ConsoleLanguage) => Promise<void>;
}

type State = { session: Session } | { error: Error } | 'loading' | 'signed out';

/** The console: the door for strangers, and the pages of a merchant for a signed-in user. */
export function App({ base, posUrl, pageStyles, speak }: Props) {
  const place = usePlace();
  const [state, setState] = useState<State>('loading');
  const isConfirming = place.path[0] === 'sign-in' && place.path[1] !== undefined;

  configure({ base, signedOut: () => setState('signed out') });

  const load = async () => {
    try {
      setState({ session: await call<Session>('GET', 'session') });
    } catch (error) {
      setState(error instanceof Refusal && error.status === 401 ? 'signed out' : { error: error as Error });
    }
  };
  useEffect(() => {
    void load();
  }, []);

  const refresh = async () => {
    const session = await call<Session>('GET', 'session').catch(() => undefined);
    if (session) setState({ session });
  };

  const enter = async () => {
    await load();
    go(kept('place') ?? '#/');
  };

  return (
    <>
      {isConfirming ? (
        <Door speak={speak}>
          <ConfirmSignIn token={place.path[1] ?? ''} enter={enter} />
        </Door>
      ) : state === 'loading' ? (
        <Waiting />
      ) : state === 'signed out' ? (
        <Door speak={speak}>
          <SignIn enter={load} />
        </Door>
      ) : 'error' in state ? (
        <Door speak={speak}>
          <Trouble error={state.error} retry={load} />
        </Door>
      ) : (
        <SignedIn
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

interface SignedInProps {
  session: Session;
  place: Place;
  posUrl: string;
  pageStyles: string;
  speak: Props['speak'];
  refresh: () => Promise<void>;
  leave: () => void;
}

function SignedIn({ session, place, posUrl, pageStyles, speak, refresh, leave }: SignedInProps) {
  const [id, ...path] = place.path;
  const merchant = session.merchants.find((one) => one.id === id);
  const hash = location.hash;
  useEffect(() => {
    // The session may end at any time: the user comes back to the same place afterwards.
    keep('place', hash);
    if (merchant) keep('merchant', merchant.id);
    else if (session.merchants.length > 0 && !isId(id)) location.replace(homeOf(session.merchants, place));
  }, [hash, merchant]);

  if (!merchant) {
    return (
      <Door speak={speak} leave={leave}>
        <main>
          <Page title={session.merchants.length === 0 ? t.shell.noMerchant : t.shell.unknownMerchant}>
            <p>{session.merchants.length === 0 ? t.shell.noMerchantHint : t.shell.unknownMerchantHint}</p>
            {session.merchants.length > 0 && (
              <p>
                <a class="button" href={homeOf(session.merchants, { path: [], query: {} })}>
                  {t.shell.toMine}
                </a>
              </p>
            )}
          </Page>
        </main>
      </Door>
    );
  }

  const Content = pageAt(path);
  return (
    <ConsoleContext.Provider value={{ session, merchant, posUrl, pageStyles, refresh }}>
      <Shell section={path[0] ?? 'overview'} speak={speak} leave={leave}>
        {Content ? (
          <Content key={[merchant.id, ...path].join('/')} path={path} query={place.query} />
        ) : (
          <Page title={t.shell.noPage}>
            <Empty title={t.shell.noPage}>
              <a href={printPlace([merchant.id, 'payments'])}>{t.nav.payments}</a>
            </Empty>
          </Page>
        )}
      </Shell>
      <ProofDialog email={session.user.email} />
    </ConsoleContext.Provider>
  );
}

const isId = (text: string | undefined): boolean => /^[0-9a-f]{24}$/.test(text ?? '');

/** A place without a merchant, `#/payments`, belongs to the last merchant of this browser. */
function homeOf(merchants: readonly Member[], { path, query }: Place): string {
  const last = merchants.find(({ id }) => id === kept('merchant')) ?? merchants[0];
  const rest = path[0] && pageAt(path) ? path : ['overview'];
  return printPlace([last?.id ?? '', ...rest], query);
}
