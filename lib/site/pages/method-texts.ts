interface MethodText {
  /** The title of the page; the method's name by default. */
  title?: string;
  /** The method in one sentence. */
  about: string;
  customers: string;
  /** Facts that the row does not have, in Markdown. */
  notes?: readonly string[];
}

/** The words of the methods’ pages, by type. The rules of a method are in its row alone. */
export const methodTexts: Readonly<Record<string, MethodText>> = {
  mobilepay: {
    about: 'MobilePay is the app with which most people in Denmark and many in Finland pay.',
    customers:
      'Shops with customers in Denmark and Finland. In the app the customer chooses a card, so the payment is a card payment behind it.',
    notes: [
      'On a phone the app opens by itself. On a computer the page shows a QR code, or asks for the phone number.',
      'The app sends the customer back to the default browser of the phone, which can be another one than they came from.',
      'The customer’s bank holds the amount for about a week. Capture before that.',
      'Disputes work as for cards, with evidence ([disputes](disputes.md)).',
    ],
  },
  ideal: {
    about:
      'iDEAL pays from a bank account in the Netherlands, in the app of the customer’s bank. It is becoming Wero.',
    customers: 'Shops with Dutch customers, most of whom pay online in this way.',
    notes: [
      'The customer chooses the bank on iDEAL’s own page, so your page needs no list of banks.',
      'Wero replaces iDEAL in steps. During the change customers see both names, “iDEAL | Wero”, and Florin’s row has this name. For you nothing changes: the `type` stays `ideal`.',
      'A refund can be on its way for up to a week ([refunds](refunds.md#why-the-refund-may-have-to-wait)).',
    ],
  },
  bancontact: {
    about: 'Bancontact is the debit card of Belgium, and its app.',
    customers: 'Shops with Belgian customers.',
    notes: [
      'The customer scans a QR code with the app, or types the Bancontact card on Bancontact’s own page. Florin never sees that card.',
    ],
  },
  eps: {
    about: 'EPS pays from a bank account in Austria, in the online banking of the customer’s bank.',
    customers: 'Shops with Austrian customers.',
    notes: ['The customer chooses the bank on the page that opens.'],
  },
  p24: {
    about:
      'Przelewy24 pays from a bank account in Poland. Its page offers the transfers of almost all Polish banks.',
    customers: 'Shops with Polish customers, also if they sell in euro.',
    notes: ['The answer can take some minutes after the customer is back.'],
  },
  twint: {
    about: 'TWINT is the payment app of Swiss banks.',
    customers: 'Shops with customers in Switzerland who are charged in Swiss francs.',
    notes: [
      'On a phone the app opens by itself. On a computer the customer scans a QR code.',
      'The acquirer checks your website before it switches TWINT on.',
      'Disputes are rare.',
    ],
  },
  swish: {
    about: 'Swish pays from a bank account in Sweden, in an app that most Swedes have.',
    customers: 'Shops with Swedish customers who are charged in kronor.',
    notes: [
      'On a phone the app opens by itself. On a computer the customer scans a QR code.',
      'The acquirer requires a sentence on the page, which Florin shows ([live payments](live-payments.md#methods-other-than-cards)).',
      'The time is short. If it runs out, the customer starts again.',
    ],
  },
  blik: {
    about: 'BLIK pays by a code of six digits that the customer’s Polish bank app shows.',
    customers: 'Shops with Polish customers who are charged in złoty.',
    notes: [
      'No page opens, so there is no way back: the customer stays on your page, and confirms in the app.',
      'A code is valid for about two minutes, and pays once. The customer has a minute to confirm.',
      'Customers can dispute a payment, and you answer with evidence ([disputes](disputes.md)).',
    ],
  },
  klarna: {
    title: 'Klarna: buy now, pay later',
    about:
      'Klarna lets customers buy now and pay later, or in instalments. You get the whole amount from Klarna.',
    customers:
      'Shops whose customers like to pay after the delivery, in much of Europe, North America, Australia and New Zealand.',
    notes: [
      'The currency must be that of the customer’s country. Klarna decides for each customer, and can decline an amount within the limits.',
      'Klarna approves more customers if it knows their name and e-mail address: let the page [ask](payment-link.md#who-pays) for them.',
      'Klarna holds an uncaptured payment for 28 days, and then cancels it.',
      'Klarna settles disputes by its own rules. While one is open, the payment cannot be refunded.',
    ],
  },
};
