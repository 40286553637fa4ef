import * as amountScript from 'asset:amount.ts';
import * as badLinkStyles from 'asset:bad-link.css';
import * as embeddedStyles from 'asset:embedded.css';
import * as laterStyles from 'asset:later.css';
import * as laterScript from 'asset:later.ts';
import * as styles from 'asset:page.css';
import * as paymentScript from 'asset:payment.ts';
import * as savedStyles from 'asset:saved.css';
import * as savedScript from 'asset:saved.ts';
import * as tillStyles from 'asset:till.css';

/** A script or style sheet with a file of its own, and the reason why the payment page needs it. */
export interface Part {
  name: string;
  type: string;
  body: string;
  reason: string;
}

/**
 * Every file that the payment page loads. `GET /assets/{asset}` serves only these files, so a script without a reason
 * cannot be served (PCI DSS 6.4.3).
 */
export const assets: readonly Part[] = [
  {
    ...paymentScript,
    reason: 'checks and encrypts the card, pays, shows the bank’s challenge and the receipt',
  },
  { ...savedScript, reason: 'offers the saved cards of a link’s customer' },
  {
    ...laterScript,
    reason: 'pays by another method than a card, changes the language, and mails the receipt',
  },
  { ...amountScript, reason: 'lets a till enter an amount, and shows a code for the customer’s phone' },
  { ...styles, reason: 'the look of every page' },
  { ...embeddedStyles, reason: 'the look of the page in a shop’s page' },
  { ...badLinkStyles, reason: 'the look of the page of a link that does not work' },
  { ...laterStyles, reason: 'the look of a payment by another method than a card, and of a printed receipt' },
  { ...savedStyles, reason: 'the look of the saved cards' },
  { ...tillStyles, reason: 'the look of the amount screen' },
];
