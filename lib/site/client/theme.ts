import { choices } from './dom.ts';

const themes = { auto: 'Automatic', light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof themes;

let theme: Theme = ((name) => (name && name in themes ? (name as Theme) : 'auto'))(choices.get('theme'));

export function applyTheme(): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setUpTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme');
  if (!button) return;
  button.hidden = false;
  button.textContent = { auto: '◐', light: '☀', dark: '☾' }[theme];
  button.title = `Colours: ${themes[theme]}`;
  button.setAttribute('aria-label', `Colours: ${themes[theme]}`);
}

/** Each click chooses the next theme. */
export function followTheme(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.theme')) return;
    const names = Object.keys(themes) as Theme[];
    theme = names[(names.indexOf(theme) + 1) % names.length] ?? 'auto';
    choices.set('theme', theme);
    applyTheme();
    setUpTheme();
  });
}
