import { useEffect } from 'preact/hooks';
import { ownIntents } from './intents.ts';
import { storeChoice, storedChoice } from './memory.ts';
import { ConnectTool } from './pages/tool.tsx';
import { pageAt } from './pages.tsx';
import { Page } from './parts/page.tsx';
import { StepUpDialog } from './parts/step-up-dialog.tsx';
import { type Place, printPlace } from './router.ts';
import { ConsoleContext } from './session.ts';
import { Shell } from './shell.tsx';
import { SignedOutFrame, type Speak } from './signed-out-frame.tsx';
import { t } from './texts.ts';
import type { Member, Session } from './types.ts';

interface Props {
  session: Session;
  place: Place;
  posUrl: string;
  pageStyles: string;
  speak: Speak;
  refresh: () => Promise<void>;
  leave: () => void;
}

/** The console of a signed-in user: the pages of one merchant, or the dialog that gives the command-line tool a key. */
export const SignedIn = (props: Props) =>
  props.place.path[0] === 'tool' ? (
    <SignedOutFrame speak={props.speak} leave={props.leave}>
      <ConnectTool key={location.hash} session={props.session} query={props.place.query} />
      <StepUpDialog email={props.session.user.email} />
    </SignedOutFrame>
  ) : (
    <MerchantPages {...props} />
  );

/** The pages of one merchant, in their frame. */
function MerchantPages({ session, place, posUrl, pageStyles, speak, refresh, leave }: Props) {
  ownIntents(session.user.id);
  const [id, ...path] = place.path;
  const merchant = session.merchants.find((one) => one.id === id);
  const hash = location.hash;
  useEffect(() => {
    // The session may end at any time. The user then returns to the same place after the next sign-in.
    storeChoice('place', hash);
    if (merchant) storeChoice('merchant', merchant.id);
    else if (session.merchants.length > 0 && !isId(id)) location.replace(homeOf(session.merchants, place));
  }, [hash, merchant]);

  if (!merchant) {
    return (
      <SignedOutFrame speak={speak} leave={leave}>
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
      </SignedOutFrame>
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
            <a class="button" href={printPlace([merchant.id, 'payments'])}>
              {t.nav.payments}
            </a>
          </Page>
        )}
      </Shell>
      <StepUpDialog email={session.user.email} />
    </ConsoleContext.Provider>
  );
}

const isId = (text: string | undefined): boolean => /^[0-9a-f]{24}$/.test(text ?? '');

/** A place without a merchant, such as `#/payments`, belongs to the merchant that this browser has shown last. */
function homeOf(merchants: readonly Member[], { path, query }: Place): string {
  const last = merchants.find(({ id }) => id === storedChoice('merchant')) ?? merchants[0];
  const rest = path[0] && pageAt(path) ? path : ['overview'];
  return printPlace([last?.id ?? '', ...rest], query);
}
