import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ConsoleLanguage, consoleLanguages } from '#messages/console/languages.ts';
import { announceFailure } from '../parts/announce.tsx';
import { Icon } from '../parts/icons.tsx';
import { call, Refusal } from '../requests/api.ts';
import { language, t } from '../values/texts.ts';
import { chooseScheme, chosenScheme, type Scheme, schemes } from './color-scheme.ts';

export type Speak = (language: ConsoleLanguage) => Promise<void>;

/** The frame around the pages for people who are not signed in. */
export const SignedOutFrame = ({
  speak,
  leave,
  children,
}: {
  speak: Speak;
  leave?: () => void;
  children: ComponentChildren;
}) => (
  <div class="door">
    <header class="brand" translate={false}>
      Florin
    </header>
    {children}
    <footer class="door-foot">
      <Preferences speak={speak} />
      {leave && <SignOut leave={leave} />}
    </footer>
  </div>
);

/** The button that ends the session. */
export function SignOut({ leave }: { leave: () => void }) {
  const signOut = async () => {
    try {
      await call('DELETE', 'session');
      location.hash = '#/';
      leave();
    } catch (error) {
      // The session had ended earlier, and the page already shows the sign-in.
      if (error instanceof Refusal && error.status === 401) return;
      announceFailure(t.shell.signOutFailed);
    }
  };
  return (
    <button type="button" class="quiet" onClick={signOut}>
      <Icon name="out" />
      {t.shell.signOut}
    </button>
  );
}

/** The name of each language in that language. */
const languageNames: Record<ConsoleLanguage, string> = { en: 'English', de: 'Deutsch', da: 'Dansk' };

/** The choices of language and colours. */
export function Preferences({ speak }: { speak: Speak }) {
  const [scheme, setScheme] = useState<Scheme>(chosenScheme());
  return (
    <div class="preferences">
      <label>
        <span class="unseen">{t.shell.language}</span>
        <select
          value={language}
          onChange={async ({ currentTarget }) => {
            const wanted = consoleLanguages.find((one) => one === currentTarget.value) ?? 'en';
            await speak(wanted).catch(() => announceFailure(t.errors.offline));
          }}
        >
          {consoleLanguages.map((one) => (
            <option key={one} value={one} lang={one} selected={one === language}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">{t.shell.colours}</span>
        <select
          value={scheme}
          onChange={({ currentTarget }) => {
            const wanted = schemes.find((one) => one === currentTarget.value) ?? 'system';
            chooseScheme(wanted);
            setScheme(wanted);
          }}
        >
          {schemes.map((one) => (
            <option key={one} value={one} selected={one === scheme}>
              {t.shell.schemes[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
