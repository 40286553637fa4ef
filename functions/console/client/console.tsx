import { render } from 'preact';
import type { ConsoleLanguage } from '#messages/console/languages.ts';
import { App } from './app.tsx';
import { applyScheme, followSystem } from './appearance.ts';
import { chooseLanguage, language, loadTexts, preferredLanguage } from './texts.ts';

interface PageData {
  base: string;
  posUrl: string;
  texts: Record<ConsoleLanguage, string>;
}

const root = document.getElementById('console') as HTMLElement;
const page: PageData = JSON.parse(root.dataset.page ?? '');

async function start(): Promise<void> {
  applyScheme();
  followSystem();
  await show(preferredLanguage());
}

/** Draws everything in a language. */
async function show(name: ConsoleLanguage): Promise<void> {
  await loadTexts(name, `${page.base}/assets/${page.texts[name]}`);
  document.documentElement.lang = language;
  render(<App key={name} base={page.base} posUrl={page.posUrl} speak={speak} />, root);
}

const speak = async (name: ConsoleLanguage): Promise<void> => {
  await show(name);
  chooseLanguage(name);
};

// The texts cannot be loaded, so the page says it in English, and a reload tries again.
start().catch(() => {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = 'The console could not be loaded. Check your connection and reload the page.';
  root.replaceChildren(text);
});
