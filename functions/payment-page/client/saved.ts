import type { PageData } from '../data.ts';
import { byId, element, fill, data as readData, show } from './dom.ts';

/** As the page has it now: another language brings other words. */
const page = () => readData<Required<PageData>>();

const list = byId<HTMLFieldSetElement>('saved');
const radios = () => [...list.querySelectorAll<HTMLInputElement>('[name=with]')];

function choose(radio: HTMLInputElement): void {
  radio.checked = true;
  radio.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Any other card; the last one there is to choose. */
const other = radios().at(-1) as HTMLInputElement;

list.addEventListener('change', () => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-typed]')) show(part, other.checked);
  // It is another card's.
  byId<HTMLInputElement>('code').value = '';
});

// A test card was picked.
byId('number').addEventListener('input', () => {
  if (!other.checked) choose(other);
});

for (const button of list.querySelectorAll<HTMLButtonElement>('[data-remove]'))
  button.addEventListener('click', () => ask(button));

/** Once more, in the button's place: what stays is where it was, for who taps twice. */
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
    if (await remove(radio.value)) gone(row, radio, label);
    else {
      back();
      byId('alert').replaceChildren(element('strong', page().messages.errors.offline));
    }
  });
  show(button, false);
  row.append(question);
  no.focus();
}

/** Whether it is gone: it may have been before, by another tab. */
async function remove(id: string): Promise<boolean> {
  const { base, linkId } = page();
  try {
    const url = `${base}/l/${linkId}/cards/${id}`;
    const headers = { 'Accept-Version': '1' };
    const answer = await fetch(url, { method: 'DELETE', headers, credentials: 'omit' });
    const { code } = await answer.json();
    // The link has ended: the page says in which way.
    if (code === 'PAYMENT_INTEGRATION_DISABLED') location.reload();
    return answer.ok || code === 'REQUEST_INVALID';
  } catch {
    return false;
  }
}

function gone(row: HTMLElement, radio: HTMLInputElement, label: string): void {
  row.remove();
  byId('status').textContent = fill(page().saved.removed, { card: label });
  const [next = other] = radios();
  if (radio.checked) choose(next);
  show(list, next !== other);
  (next === other ? byId('number') : next).focus();
}
