import { loadFlorin } from '/florin/checkout.js';

const form = document.querySelector('#checkout');
const button = form.querySelector('button');
const problem = document.querySelector('#problem');
const progress = document.querySelector('#progress');
const { order, posUrl, payment, isAway } = JSON.parse(form.dataset.settings);

/** Sends JSON to the shop. Throws the shop's `message`, and the `field` that it is about. */
async function send(method, path, body) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const asked = fetch(order + path, { method, headers, body: JSON.stringify(body) });
  const answer = await asked.catch(() => undefined);
  if (answer?.ok) return;
  const refusal = await answer?.json().catch(() => undefined);
  throw refusal ?? { message: 'The shop cannot be reached. Please reload in a minute.' };
}

/** @param elsewhere whether the customer wants to pay by another method than a card, on the payment page */
async function pay(elsewhere) {
  await send('PUT', '/customer', Object.fromEntries(new FormData(form)));
  const fields = await loading;
  // Without sdk.js the form leads to the payment page, too.
  if (elsewhere || !fields) return form.submit();
  const paid = await fields.pay().catch((error) => {
    if (error.code !== 'unknown' && error.code !== 'ended') throw error;
    // The connection was lost during the payment, or another tab has paid. The shop asks Florin which payment there is.
    return {};
  });
  progress.textContent = paid.transaction ? 'Paid. One moment…' : 'One moment…';
  await send('POST', '/payment', { transactionId: paid.transaction?.id });
  location.replace(order);
}

/**
 * The texts for these codes. For other codes the card fields show the reason themselves, in the customer's language.
 */
const codes = {
  invalid: 'Not paid yet: look at the card.',
  declined: 'Not paid: look at the card.',
};

function show({ field, code, message }) {
  progress.textContent = '';
  if (!field) {
    problem.textContent = codes[code] ?? message;
    return;
  }
  const input = form.elements[field];
  document.querySelector(`#${field}-error`).textContent = message;
  input.setAttribute('aria-invalid', 'true');
  input.focus();
}

function clear() {
  for (const element of form.querySelectorAll('.error')) element.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

let isPaying = false;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isPaying) return;
  isPaying = true;
  // A disabled button would lose the focus, and a screen reader its position.
  button.setAttribute('aria-disabled', 'true');
  clear();
  progress.textContent = 'Paying…';
  await pay(event.submitter?.name === 'elsewhere').catch(show);
  button.removeAttribute('aria-disabled');
  isPaying = false;
});

/** The customer is back from the page of a method, whose answer can arrive minutes later. */
async function awaitAnswer(left = 60) {
  if (left === 0 || isPaying) return;
  const isPaid = await send('POST', '/payment', {}).then(
    () => true,
    () => false,
  );
  if (isPaid) return location.replace(order);
  setTimeout(awaitAnswer, 5000, left - 1);
}

form.noValidate = true;
const loading = loadFlorin(posUrl).then(
  (florin) => florin.fields(document.querySelector('#card'), payment),
  () => undefined,
);

if (isAway) await awaitAnswer();
