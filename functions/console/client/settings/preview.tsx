import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Theme } from '#domain/merchants/appearance.ts';
import { contrastOf, ofShape, shadesOf } from '#domain/merchants/color.ts';
import { groundsOf, palettes } from '#domain/merchants/palette.ts';
import { useConsole } from '../requests/session.ts';
import { money } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';

/** The parts of a merchant that the preview shows: saved values, and those of a form that are not saved yet. */
export interface Branding
  extends Pick<
    Merchant,
    | 'name'
    | 'descriptor'
    | 'website'
    | 'terms'
    | 'privacy'
    | 'test'
    | 'currency'
    | 'methods'
    | 'availableMethods'
  > {
  color: string | null;
  /** The URL of the logo; undefined or empty without one. */
  logo: string | undefined;
}

const themes = ['light', 'dark'] as const;

export const isColor = (text: string | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '');

/**
 * A preview of the payment page. It uses the style sheet of the payment page in a shadow tree, so that neither page changes
 * the other.
 */
export function Preview({ of }: { of: Branding }) {
  const [theme, setTheme] = useState<Theme>('light');
  const host = useRef<HTMLDivElement>(null);
  const isStyled = useSheet(host);
  useEffect(() => {
    const root = host.current?.shadowRoot;
    if (root && isStyled) render(<PaymentPage of={of} theme={theme} />, root);
  });
  return (
    <section class="sheet stack" aria-labelledby="preview">
      <header class="block-head">
        <h2 id="preview">{t.preview.title}</h2>
        <div class="buttons">
          {themes.map((one) => (
            <button
              key={one}
              type="button"
              class="button small"
              aria-pressed={theme === one}
              onClick={() => setTheme(one)}
            >
              {t.shell.schemes[one]}
            </button>
          ))}
        </div>
      </header>
      <div ref={host} class="preview" role="img" aria-label={t.preview.label} data-theme={theme} />
      <Warnings color={of.color} />
    </section>
  );
}

/** Says on which background a colour is hard to see, and how the payment page adapts it. */
function Warnings({ color }: { color: string | null }) {
  if (!isColor(color)) return color ? <p class="notice warn">{t.preview.unreadable}</p> : null;
  const hard = themes.filter((theme) =>
    groundsOf[theme].grounds.some((ground) => contrastOf(color, ground) < ofShape),
  );
  return (
    <div role="status">
      {hard.map((theme) => (
        <p key={theme} class="notice warn">
          {fill(t.preview.faint[theme], { shade: shadesOf(color, groundsOf[theme]).edge })}
        </p>
      ))}
    </div>
  );
}

/** The variables of the page's colours, which its style sheet uses. */
function variablesOf(theme: Theme, color: string | null): Record<string, string> {
  const names = Object.entries(palettes[theme]);
  const own = isColor(color) ? shadesOf(color, groundsOf[theme]) : undefined;
  return {
    ...Object.fromEntries(names.map(([name, value]) => [`--${name}`, value])),
    ...(own && {
      '--accent': own.accent,
      '--accent-strong': own.strong,
      '--on-accent': own.on,
      '--accent-edge': own.edge,
      '--link': own.link,
    }),
    'color-scheme': theme,
    background: 'var(--ground)',
    color: 'var(--text)',
  };
}

/** Gives the element a shadow tree with the style sheet of the payment page. Returns whether the sheet is there. */
function useSheet(host: { current: HTMLDivElement | null }): boolean {
  const { pageStyles } = useConsole();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (!root) return;
    const controller = new AbortController();
    const load = async () => {
      const response = await fetch(pageStyles, { signal: controller.signal });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(inShadow(await response.text()) + ownRules);
      root.adoptedStyleSheets = [sheet];
      setReady(true);
    };
    // Without the style sheet there is no preview, but the form still works.
    load().catch(() => {});
    return () => controller.abort();
  }, []);
  return isReady;
}

/** In a shadow tree, `:host` takes the place of the page's `:root`. */
const inShadow = (css: string): string => css.replace(/:root|(?<![\w-])html(?=[\s,{])/g, ':host');

/** The preview is as high as its content, and its elements cannot be used. */
const ownRules =
  ':host{display:block;font:1rem/1.5 system-ui,sans-serif}.page{min-height:0;padding:1rem 0}.sheet{box-shadow:none}.logo{padding:0}';

function PaymentPage({ of, theme }: { of: Branding; theme: Theme }) {
  const { name, descriptor, website, color, logo, terms, privacy } = of;
  const amount = money(4999, of.currency);
  const offered = of.methods.flatMap((type) =>
    of.availableMethods.filter((one) => one.type === type && one.currencies.includes(of.currency)),
  );
  return (
    <div style={variablesOf(theme, color)} inert>
      <div class="page">
        {of.test && <aside class="test-mark">{t.shell.test}</aside>}
        <main class="sheet">
          <header>
            {logo && <img class="logo" src={logo} alt="" />}
            <h1>
              <span class="payee">
                <bdi>{name?.trim() || descriptor}</bdi>
              </span>{' '}
              <span class="website">{website.replace(/^https?:\/\//, '')}</span>{' '}
              <span class="amount">{amount}</span>
            </h1>
          </header>
          {offered.length > 0 && (
            <fieldset id="methods">
              <legend>{t.preview.methods}</legend>
              <div>
                {[...offered.map(({ name }) => name), t.preview.card].map((name, place) => (
                  <label key={name}>
                    <input type="radio" checked={place === offered.length} />
                    {name}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <div class="field">
            <label for="number">{t.preview.number}</label>
            <input id="number" placeholder="1234 5678 9012 3456" disabled />
          </div>
          <button type="button" class="primary">
            <span class="label">{fill(t.preview.pay, { amount })}</span>
          </button>
        </main>
        <footer>
          {terms && <a href={terms}>{t.preview.terms}</a>}
          {privacy && <a href={privacy}>{t.preview.privacy}</a>}
        </footer>
      </div>
    </div>
  );
}
