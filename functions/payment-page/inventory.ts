import * as amountScript from 'asset:amount.ts';
import * as badLinkStyles from 'asset:bad-link.css';
import * as embeddedStyles from 'asset:embedded.css';
import * as methodScript from 'asset:method.ts';
import * as methodsStyles from 'asset:methods.css';
import * as methodsScript from 'asset:methods.ts';
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
  { ...methodsScript, reason: 'offers the methods beside cards, and continues when a customer comes back' },
  { ...methodScript, reason: 'pays by the chosen method, and waits for its answer' },
  { ...amountScript, reason: 'lets a till enter an amount, and shows a code for the customer’s phone' },
  { ...styles, reason: 'the look of every page' },
  { ...embeddedStyles, reason: 'the look of the page in a shop’s page' },
  { ...badLinkStyles, reason: 'the look of the page of a link that does not work' },
  { ...methodsStyles, reason: 'the look of the choice of methods' },
  { ...savedStyles, reason: 'the look of the saved cards' },
  { ...tillStyles, reason: 'the look of the amount screen' },
];
