import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Invitations } from '../account/invitations.tsx';
import { Sessions } from '../account/sessions.tsx';
import { StepUpDialog } from '../account/step-up-dialog.tsx';
import { ConnectTool } from '../account/tool.tsx';
import { beginSession } from '../browser/drafts.ts';
import { storeChoice, storedChoice } from '../browser/memory.ts';
import { type PageProps, type Place, printPlace } from '../browser/router.ts';
import { DisputePage, Disputes } from '../disputes/disputes.tsx';
import { Ledger } from '../ledger/ledger.tsx';
import { PayoutPage, Payouts } from '../ledger/payouts.tsx';
import { LinkPage } from '../links/link.tsx';
import { Links } from '../links/links.tsx';
import { ownIntents } from '../movements/intents.ts';
import { Overview } from '../overview/overview.tsx';
import { Page } from '../parts/page.tsx';
import { Payment } from '../payments/payment.tsx';
import { Payments } from '../payments/payments.tsx';
import { Audit } from '../people/audit.tsx';
import { People } from '../people/people.tsx';
import { ConsoleContext } from '../requests/session.ts';
import { LateSettings } from '../settings/late-settings.tsx';
import { SignedOutFrame, type Speak } from '../start/signed-out-frame.tsx';
import { t } from '../values/texts.ts';
import type { Member, Session } from '../values/types.ts';
import { setTimeZone } from '../values/zone.ts';
import { WebhookPage } from '../webhooks/webhook.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { Shell } from './shell.tsx';

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
  beginSession(session.user.id);
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
            <Invitations session={session} refresh={refresh} />
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

  setTimeZone(merchant.timeZone);
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

/** The pages by the first segment of their path: the list, and one of its entries. */
const pages: Record<string, { list: ComponentType<PageProps>; one?: ComponentType<PageProps> }> = {
  overview: { list: Overview },
  payments: { list: Payments, one: Payment },
  links: { list: Links, one: LinkPage },
  disputes: { list: Disputes, one: DisputePage },
  payouts: { list: Payouts, one: PayoutPage },
  ledger: { list: Ledger },
  people: { list: People },
  webhooks: { list: Webhooks, one: WebhookPage },
  audit: { list: Audit },
  settings: { list: LateSettings },
  sessions: { list: Sessions },
};

/** The page at a path, or undefined. */
function pageAt([section = 'overview', id, ...more]: readonly string[]):
  | ComponentType<PageProps>
  | undefined {
  const found = Object.hasOwn(pages, section) ? pages[section] : undefined;
  if (more.length > 0) return undefined;
  return id === undefined ? found?.list : found?.one;
}
