import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { dateTime, money } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { Link, Merchant } from '../values/types.ts';

/**
 * The link on paper, for a counter or a letter: who asks for the money, how much, what for, and a large QR code. Only a
 * printed page shows it, in place of everything else.
 *
 * @param code the address of the QR code's image
 */
export function Poster({ link, code }: { link: Link; code: string }) {
  const { merchant, posUrl } = useConsole();
  const path = `api/merchants/${merchant.id}`;
  const { data } = useLoad(path, (signal) => call<{ merchant: Merchant }>('GET', path, { signal }));
  const logo = data?.merchant.logo;
  return (
    <article class="poster" aria-hidden="true">
      {logo && <img class="poster-logo" src={posUrl + logo.path} alt="" />}
      <p class="poster-name">
        <bdi>{nameOf(merchant)}</bdi>
      </p>
      <p class="poster-amount">{money(link.amount, link.currency)}</p>
      {link.text && (
        <p>
          <bdi>{link.text}</bdi>
        </p>
      )}
      {link.lines?.map(({ text, quantity, amount }) => (
        <p key={`${text} ${amount}`}>
          <bdi>{text}</bdi>
          {quantity > 1 && ` × ${quantity}`} – {money(amount, link.currency)}
        </p>
      ))}
      <p class="poster-how">{t.links.scan}</p>
      <img class="poster-code" src={code} alt="" />
      <p class="poster-url">{link.url.replace(/^https?:\/\//, '')}</p>
      {link.expires && <p>{fill(t.links.payBy, { time: dateTime(link.expires) })}</p>}
    </article>
  );
}
