import { localizeMoney } from '#domain/money/show-money.ts';
import type { AmountData } from '../page-data.ts';
import { digitsIn } from './basics/digits.ts';
import { byId, onEntry, data as readData } from './basics/dom.ts';
import { type Entry, paste, press } from './till/amount-entry.ts';
import { makeTill } from './till/phone-payment.ts';

const data = readData<AmountData>();
const { currency, digits, locale, max, messages } = data;
const form = byId<HTMLFormElement>('amount');
const shownField = byId<HTMLInputElement>('shown');
const value = byId<HTMLInputElement>('value');

let entry: Entry = { minor: 0 };

function set(next: Entry): void {
  entry = next;
  const text = localizeMoney(next.minor, currency, digits, locale);
  shownField.value = text;
  shownField.classList.toggle('long', text.length > 12);
  shownField.setSelectionRange(text.length, text.length);
  complain(next.fault ? messages[next.fault] : '');
}

function complain(message: string): void {
  byId('amount-error').textContent = message;
  shownField.setAttribute('aria-invalid', String(message !== ''));
}

const type = (key: string): void => set(press(entry, key, digits, max));

for (const button of document.querySelectorAll<HTMLElement>('[data-key]'))
  button.addEventListener('click', () => type(button.dataset.key ?? ''));

/** The physical keyboard works as a pad too, wherever the focus is. */
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || form.hidden) return;
  const key = event.key === 'Backspace' || event.key === 'Delete' ? 'erase' : event.key;
  if (key !== 'erase' && !/^[\p{Nd}.,٫．，]$/u.test(key)) return;
  event.preventDefault();
  type(key);
});

shownField.addEventListener('paste', (event) => {
  event.preventDefault();
  set(paste(event.clipboardData?.getData('text') ?? '', digits, max));
});

/** Input methods, dictation and a phone's own keyboard change the shown amount directly. */
onEntry(shownField, () => set(press({ minor: 0 }, digitsIn(shownField.value).slice(0, 16), digits, max)));

/** Whether the screen has an amount that can be paid. */
function isEntered(): boolean {
  if (entry.minor > 0 && !entry.fault) return true;
  complain(messages[entry.fault ?? 'missing']);
  shownField.focus();
  return false;
}

form.addEventListener('submit', (event) => {
  if (!isEntered()) {
    event.preventDefault();
    return;
  }
  const text = String(entry.minor).padStart(digits + 1, '0');
  value.value = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  value.disabled = false;
});

/**
 * The amount in the URL by which the payment page returns to this screen, or 0. An amount that the browser restores
 * in the field does not count.
 */
const start = Number(/^#(\d{1,13})$/.exec(location.hash)?.[1] ?? 0);
addEventListener('pageshow', ({ persisted }) => set({ minor: persisted ? 0 : start }));

if (data.code) {
  const till = makeTill(data, data.code, { complain, clear: () => set({ minor: 0 }) });
  byId('phone').addEventListener('click', () => isEntered() && till.ask(entry.minor));
}

/** After a change of language, the page begins with the amount entered so far. */
document.querySelector('.languages form')?.addEventListener('submit', ({ target }) => {
  const choice = target as HTMLFormElement;
  choice.action = `${choice.action.replace(/#.*/, '')}#${entry.minor}`;
});
