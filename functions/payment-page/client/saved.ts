import type { PageData } from '../page-data.ts';
import { byId, element, fill, data as readData, show } from './basics/dom.ts';

/** Reads the page's data again each time, as a change of language replaces its texts. */
const page = () => readData<Required<PageData>>();

const list = byId<HTMLFieldSetElement>('saved');
const radios = () => [...list.querySelectorAll<HTMLInputElement>('[name=with]')];

function choose(radio: HTMLInputElement): void {
  radio.checked = true;
  radio.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The choice to pay with any other card, which is always the last choice. */
const otherCard = radios().at(-1) as HTMLInputElement;

/** Shows the fields of the chosen card. */
function showFields(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-typed]')) show(part, otherCard.checked);
}

list.addEventListener('change', () => {
  showFields();
  // The typed code belongs to another card.
  byId<HTMLInputElement>('code').value = '';
});

/** When the customer returns to the page, a browser restores the choice, before or after this script runs. */
showFields();
addEventListener('pageshow', showFields);

// A click on a test card fills in the number, so it chooses to pay with another card.
byId('number').addEventListener('input', () => {
  if (!otherCard.checked) choose(otherCard);
});

for (const button of list.querySelectorAll<HTMLButtonElement>('[data-remove]'))
  button.addEventListener('click', () => ask(button));

/**
 * Asks for confirmation in the button's place. The button that keeps the card appears where the delete button was,
 * so that a double tap deletes nothing.
 */
function ask(button: HTMLButtonElement): void {
  const row = button.parentElement as HTMLElement;
  const radio = row.querySelector('input') as HTMLInputElement;
  const label = radio.dataset.label ?? '';
  const { saved } = page();
  const question = element('div', element('span', fill(saved.ask, { card: label })));
  question.className = 'ask';
  question.setAttribute('role', 'group');
  question.setAttribute('aria-label', fill(saved.ask, { card: label }));
  const [yes, no] = [saved.remove, saved.stay].map((text) => {
    const choice = element('button', text) as HTMLButtonElement;
    choice.type = 'button';
    choice.className = 'quiet';
    question.append(choice);
    return choice;
  }) as [HTMLButtonElement, HTMLButtonElement];
  const back = () => {
    question.remove();
    show(button, true);
    button.focus();
  };
  no.addEventListener('click', back);
  question.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') back();
  });
  yes.addEventListener('click', async () => {
    yes.disabled = true;
    const fault = await remove(radio.value);
    if (!fault) removeCard(row, radio, label);
    else {
      back();
      byId('alert').replaceChildren(element('strong', page().messages.errors[fault]));
    }
  });
  show(button, false);
  row.append(question);
  no.focus();
}

/**
 * Deletes the card. Returns the name of the text about a failure. It is not a failure if another tab has deleted the
 * card before.
 */
async function remove(id: string): Promise<'offline' | 'trouble' | undefined> {
  const { base, linkId } = page();
  try {
    const url = `${base}/l/${linkId}/cards/${id}`;
    const headers = { 'Accept-Version': '1' };
    const answer = await fetch(url, { method: 'DELETE', headers, credentials: 'omit' });
    const { code, removed } = await answer.json().catch(() => ({}));
    // The link has ended. The reloaded page says why.
    if (code === 'PAYMENT_INTEGRATION_DISABLED') location.reload();
    return removed || code === 'REQUEST_INVALID' ? undefined : 'trouble';
  } catch {
    return 'offline';
  }
}

function removeCard(row: HTMLElement, radio: HTMLInputElement, label: string): void {
  row.remove();
  byId('status').textContent = fill(page().saved.removed, { card: label });
  const [next = otherCard] = radios();
  if (radio.checked) choose(next);
  show(list, next !== otherCard);
  (next === otherCard ? byId('number') : next).focus();
}
