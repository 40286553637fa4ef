import type { AmountData } from '../amount-data.ts';
import { byId, data as readData } from './dom.ts';
import { showMoney } from './money.ts';
import { makeTill } from './till-code.ts';

const data = readData<AmountData>();
const { currency, digits, locale, max, messages } = data;
const form = byId<HTMLFormElement>('amount');
const shown = byId<HTMLInputElement>('shown');
const value = byId<HTMLInputElement>('value');

/** Minor units. Digits come in from the right, as on every till: 4 9 9 9 is 49.99. */
let minor = 0;

function set(next: number): void {
  const fits = next <= max;
  if (fits) minor = next;
  shown.value = showMoney(minor, currency, digits, locale);
  shown.classList.toggle('long', shown.value.length > 12);
  shown.setSelectionRange(shown.value.length, shown.value.length);
  complain(fits ? '' : messages.tooMuch);
}

function complain(message: string): void {
  byId('amount-error').textContent = message;
  shown.setAttribute('aria-invalid', String(message !== ''));
}

function press(key: string): void {
  if (key === 'erase') set(Math.floor(minor / 10));
  else set(minor * 10 ** key.length + Number(key));
}

for (const button of document.querySelectorAll<HTMLElement>('[data-key]'))
  button.addEventListener('click', () => press(button.dataset.key ?? ''));

/** The keyboard is a pad too, wherever the focus is. */
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || form.hidden) return;
  const key = event.key === 'Backspace' || event.key === 'Delete' ? 'erase' : event.key;
  if (key !== 'erase' && !/^\d$/.test(key)) return;
  event.preventDefault();
  press(key);
});

/** What comes in another way: pasted, dictated, from a phone's own keyboard. */
shown.addEventListener('input', () => set(Number(shown.value.replace(/\D/g, '').slice(0, 16))));

/** Whether there is one to be paid. */
function isEntered(): boolean {
  if (minor > 0) return true;
  complain(messages.missing);
  shown.focus();
  return false;
}

form.addEventListener('submit', (event) => {
  if (!isEntered()) {
    event.preventDefault();
    return;
  }
  const text = String(minor).padStart(digits + 1, '0');
  value.value = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  value.disabled = false;
});

/** What the payment page's way back has brought along; otherwise, whatever the browser shows from before, nothing. */
const start = Number(/^#(\d{1,13})$/.exec(location.hash)?.[1] ?? 0);
addEventListener('pageshow', ({ persisted }) => set(persisted ? 0 : start));

if (data.code) {
  const till = makeTill(data, data.code, { complain, clear: () => set(0) });
  byId('phone').addEventListener('click', () => isEntered() && till.ask(minor));
}
