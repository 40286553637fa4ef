export const product = {
  text: 'A bag of Java, whole beans',
  price: 2499,
  currency: 'EUR',
  most: 9,
};

const money = (amount, currency) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount / 100);

const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Markup in which each inserted text is escaped. */
const html = (parts, ...values) => String.raw({ raw: parts }, ...values.map(escaped));

const page = (title, content, script = '') => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/shop.css">
${script}
<main>
  <h1>${escaped(title)}</h1>
${content}
</main>
</html>
`;

export const messagePage = (message) => page('Coffee & John', html`  <p>${message}</p>`);

export const frontPage = () =>
  page(
    'Coffee & John',
    html`  <p>${product.text}: <strong>${money(product.price, product.currency)}</strong></p>
  <form method="post" action="/orders">
    <label for="quantity">Bags</label>
    <input id="quantity" name="quantity" type="number" inputmode="numeric" min="1" max="${product.most}" value="2" required>
    <div class="reach"><button>Checkout</button></div>
  </form>`,
  );

/** The settings of the page’s script. All of them are public. The link has the amount, and nobody can edit it. */
const settings = ({ id, link, away }, posUrl) => ({
  order: `/orders/${id}`,
  posUrl,
  isAway: away !== undefined,
  payment: { link: link.url, methods: false, appearance: { radius: 8 } },
});

/** A method answers after the customer has agreed, sometimes minutes later. The link is paid once, whatever they do. */
const waiting =
  'If you have agreed in an app already, please wait: the receipt appears here. You never pay twice for this order.';

/** The page of an order that has a link. Without scripts, its form leads to the payment page of the same link. */
export const checkoutPage = (order, posUrl, methods) =>
  page(
    'Checkout',
    html`  <p>${order.quantity} × ${order.text}: <strong>${money(order.amount, order.currency)}</strong></p>
  <form id="checkout" method="post" action="/orders/${order.id}/link" data-settings="${JSON.stringify(settings(order, posUrl))}">
    <label for="name">Name</label>
    <input id="name" name="name" autocomplete="name" autocapitalize="words" enterkeyhint="next" required aria-describedby="name-error">
    <p id="name-error" class="error"></p>
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" inputmode="email" autocomplete="email" enterkeyhint="next" required aria-describedby="email-error">
    <p id="email-error" class="error"></p>
    <div id="card"></div>
    <div class="reach">
      <p id="problem" class="error" role="alert"></p>
      <p id="progress" role="status">${order.away ? waiting : ''}</p>
      <button>Pay ${money(order.amount, order.currency)}</button>
      ` +
      (methods.length > 0
        ? html`<button name="elsewhere" class="other">Pay by ${methods.map(({ name }) => name).join(', ')}</button>`
        : '') +
      html`
    </div>
  </form>`,
    '<script type="module" src="/checkout.js"></script>',
  );

export const receiptPage = ({ id, quantity, text, amount, currency, email, refunded }) =>
  page(
    refunded ? 'Refunded' : 'Thank you',
    html`  <p>${quantity} × ${text}</p>
  <p>Paid: <strong>${money(amount, currency)}</strong></p>` +
      (refunded ? html`\n  <p>Refunded: <strong>${money(refunded, currency)}</strong></p>` : '') +
      html`\n  <p>Order <span id="order">${id}</span></p>` +
      (email ? html`\n  <p>We write to ${email} when it is on its way.</p>` : ''),
  );
