import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { printPlace } from '../browser/router.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Mode } from '../parts/status.tsx';
import { useConsole, usePermission } from '../requests/session.ts';
import { Preferences, SignOut, type Speak } from '../start/signed-out-frame.tsx';
import { nameOf } from '../values/names.ts';
import { t } from '../values/texts.ts';
import { Palette } from './palette.tsx';

type Section = keyof typeof t.nav & IconName;

/** The sections in the order of the menu. Each has its own icon. */
const allSections: readonly Section[] = [
  'overview',
  'payments',
  'links',
  'disputes',
  'payouts',
  'ledger',
  'people',
  'webhooks',
  'audit',
  'settings',
  'sessions',
];

/** The sections that the user may see. Only owners see the audit log. */
function useSections(): Section[] {
  const may = usePermission();
  return allSections.filter((one) => one !== 'audit' || may('GET /merchants/{merchantId}/audit'));
}

/** The frame around a merchant's pages: the merchant and its mode, and the menu. */
export function Shell({
  section,
  speak,
  leave,
  children,
}: {
  section: string;
  speak: Speak;
  leave: () => void;
  children: ComponentChildren;
}) {
  const { merchant } = useConsole();
  const sections = useSections();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hash = location.hash;
  // Each change of the place closes the menu.
  useEffect(() => setOpen(false), [hash]);
  useEscape(isOpen, () => {
    setOpen(false);
    button.current?.focus();
  });

  return (
    <div class={isOpen ? 'shell open' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        {t.shell.skip}
      </button>
      <Palette sections={sections} />
      <header class="top">
        <button
          type="button"
          class="bare menu-button"
          ref={button}
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={t.shell.menu}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <span class="top-name" translate={false}>
          <bdi>{nameOf(merchant)}</bdi>
        </span>
        <Mode test={merchant.test} />
      </header>
      <section class="side" id="menu" aria-label={t.shell.menu}>
        <Merchants />
        <nav aria-label={t.shell.navigation}>
          <ul>
            {sections.map((name) => (
              <li key={name}>
                <a
                  href={printPlace([merchant.id, name])}
                  aria-current={section === name ? 'page' : undefined}
                >
                  <Icon name={name} />
                  {t.nav[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Account speak={speak} leave={leave} />
      </section>
      <main id="content" class="content">
        {merchant.test && (
          <p class="test-strip">
            <strong>{t.shell.test}</strong> {t.shell.testHint}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

/** The name of the merchant, and the list of the user's other merchants. */
function Merchants() {
  const { session, merchant } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    setOpen(false);
    button.current?.focus();
  });
  const current = (
    <>
      <span class="initial" aria-hidden="true">
        {[...nameOf(merchant)][0]?.toUpperCase()}
      </span>
      <span class="merchant-name" translate={false}>
        <bdi>{nameOf(merchant)}</bdi> <Mode test={merchant.test} />
      </span>
    </>
  );
  if (session.merchants.length === 1) return <div class="merchant">{current}</div>;
  return (
    <div class="merchants">
      <button
        type="button"
        class="merchant"
        ref={button}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {current}
        <span class="unseen">. {t.shell.switch}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <ul class="choices">
          {session.merchants.map((one) => (
            <li key={one.id}>
              <a
                href={printPlace([one.id, 'overview'])}
                aria-current={one.id === merchant.id ? 'true' : undefined}
                onClick={() => setOpen(false)}
              >
                <span translate={false}>
                  <bdi>{nameOf(one)}</bdi>
                </span>
                <Mode test={one.test} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The menu of the user, with settings that belong to the user and not to a merchant. */
function Account({ speak, leave }: { speak: Speak; leave: () => void }) {
  const { session, merchant } = useConsole();
  const { length } = session.invitations;
  return (
    <div class="account">
      {length > 0 && (
        <a href={printPlace([merchant.id, 'sessions'])}>
          {t.shell.invitations} ({length})
        </a>
      )}
      <p class="account-mail" translate={false}>
        {session.user.email}
      </p>
      <Preferences speak={speak} />
      <SignOut leave={leave} />
    </div>
  );
}

/** Closes something open with the Escape key. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOpen]);
}
