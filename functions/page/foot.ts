import { type Markup, markup } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';

/** Below the sheet: what the merchant has customers read, in a tab of its own, so that no payment is left for it. */
export function foot({ merchant }: Pick<Link, 'merchant'>, { foot }: PageMessages): Markup | '' {
  const links = (['terms', 'privacy'] as const).flatMap((name) => {
    const url = merchant[name];
    return url ? markup`<a href="${url}" target="_blank" rel="noopener noreferrer">${foot[name]}</a>` : [];
  });
  return links.length > 0 ? markup`<footer>${links}</footer>` : '';
}
