const longest = 40;
/** A year or a house number, but no phone number. */
const mostDigits = 4;

/**
 * A name that somebody chose, made fit to stand in mail to somebody else: a few words, and nothing that a mail program
 * makes a link of, that reads as a phone number, or that hides or turns the text around it.
 *
 * @returns undefined where nothing is left
 */
export function nameInMail(name: string): string | undefined {
  const words = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}&'’+-]/gu, ' ')
    // One letter carries three marks in some languages, in none thirty.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
  const digits = words.match(/\p{Nd}/gu) ?? [];
  const plain = digits.length > mostDigits ? words.replace(/\p{Nd}/gu, ' ') : words;
  const short = [...plain.replace(/\s+/g, ' ').trim()].slice(0, longest).join('').trim();
  return /[\p{L}\p{Nd}]/u.test(short) ? short : undefined;
}

/** The mailbox behind an address: tags (`ann+shop@…`) and Gmail's dots lead to the same person. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`;
}
