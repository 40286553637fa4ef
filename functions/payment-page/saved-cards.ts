import type { CustomerCard } from '#domain/cards/customer-card.ts';
import { codeLengthOf, schemeNames } from '#domain/cards/scheme.ts';
import { Markup, markup, place } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
import { payee } from './head.ts';
import type { Link } from './link.ts';

/**
 * The attributes of a part of the page for typing a card. The part is hidden at first if there is a saved card to
 * choose.
 */
export const typedCardAttributes = ({ cards = [] }: Link): Markup =>
  cards.length > 0 ? new Markup(' data-typed="" hidden') : new Markup(' data-typed=""');

/** The customer's saved cards, the last used one first, and a choice for any other card. */
export function savedCards({ cards = [] }: Link, { saved }: PageMessages): Markup | false {
  const rows = cards.map((card, index) => row(card, index === 0, saved));
  return (
    rows.length > 0 &&
    markup`<fieldset id="saved"><legend>${saved.title}</legend>${rows}
<div class="saved"><label><input type="radio" name="with" value=""><span>${saved.other}</span></label></div></fieldset>`
  );
}

function row({ id, card }: CustomerCard, chosen: boolean, { remove }: PageMessages['saved']): Markup {
  const label = `${schemeNames[card.scheme]} •••• ${card.last4}`;
  const expiry = `${card.expiry.slice(5, 7)}/${card.expiry.slice(2, 4)}`;
  return markup`<div class="saved"><label><input type="radio" name="with" value="${id}" data-code="${codeLengthOf(card.scheme)}" data-label="${label}"${chosen && new Markup(' checked')}><span translate="no"><bdi>${label}</bdi> <small>${expiry}</small></span></label>
<button type="button" class="quiet" data-remove="${id}" aria-label="${remove}: ${label}">${remove}</button></div>`;
}

/** The checkbox for the consent to save the card, not checked. Its text is complete without the text around it. */
export const consent = (link: Link, { saved }: PageMessages): Markup | undefined =>
  link.cards &&
  markup`<div class="keep"${typedCardAttributes(link)}><label><input type="checkbox" id="keep" aria-describedby="keep-terms"><span>${place(saved.keep, { merchant: payee(link) })}</span></label>
<p class="hint" id="keep-terms">${place(saved.terms, { merchant: payee(link) })}</p></div>`;
