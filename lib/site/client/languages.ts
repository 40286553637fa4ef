import { choices, element } from './dom.ts';

let chosen = choices.get('language') ?? 'sh';

/** Shows one language of each group of examples, with buttons to choose another one. Without JavaScript all are shown. */
export function setUpLanguages(): void {
  for (const group of document.querySelectorAll('.samples')) {
    const figures = [...group.querySelectorAll<HTMLElement>('figure')];
    if (!group.querySelector('.languages')) {
      const buttons = figures.map(({ dataset, firstElementChild }) =>
        element(
          'button',
          { type: 'button', 'data-choose': dataset.language ?? '' },
          firstElementChild?.textContent ?? '',
        ),
      );
      group.prepend(
        element('div', { class: 'languages', role: 'group', 'aria-label': 'Language' }, ...buttons),
      );
    }
    const shown = figures.some(({ dataset }) => dataset.language === chosen) ? chosen : 'sh';
    for (const figure of figures) figure.hidden = figure.dataset.language !== shown;
    for (const button of group.querySelectorAll<HTMLElement>('[data-choose]'))
      button.setAttribute('aria-pressed', String(button.dataset.choose === shown));
  }
}

export function followLanguages(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-choose]');
    if (!button?.dataset.choose) return;
    chosen = button.dataset.choose;
    choices.set('language', chosen);
    setUpLanguages();
  });
}
