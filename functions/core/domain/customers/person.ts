import { domainToASCII } from 'node:url';
import { normalizeText } from '../console/search.ts';

/** A customer of a merchant, named by one of the two. */
export interface Person {
  email?: string;
  /** The merchant's own id of the customer, under which cards are saved. */
  customer?: string;
}

/** Whether a text names a person. */
export type Names = (text: string) => boolean;

/** Returns an address in the form in which it is compared. Case, composition and the notation of the domain do not matter. */
function normalizeAddress(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(normalizeText(email)) ?? [];
  return `${local}@${domainToASCII(domain) || domain}`;
}

export const isSameAddress = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && normalizeAddress(one) === normalizeAddress(other);

/**
 * The characters of addresses in texts. RFC 5322 also allows `=`, `/`, `?`, `&`, `|`, `{` and `}`, which no usual mailbox has:
 * here they end an address, as in URLs and in JSON.
 */
const addresses = /[\p{L}\p{M}\p{N}.!#$%'*+^_`~-]+@[\p{L}\p{M}\p{N}.-]+/gu;

/** The addresses in a text, also if it is a URL that has them in percent-encoding. */
function addressesIn(text: string): string[] {
  const found = [text, decoded(text)].flatMap((one) => one.match(addresses) ?? []);
  // Quotes and the end of a sentence are not part of an address.
  return found.map((address) =>
    normalizeAddress(address.replace(/^['.`*_]+(?=.*@)/, '').replace(/[.-]+$/, '')),
  );
}

/** Decodes percent-encoding, twice, because a URL can be part of another one. */
const decoded = (text: string): string => decodeOnce(decodeOnce(text));

const decodeOnce = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

/** Returns whether a text contains the address of a person, or is the merchant's id of the person. */
export function namesOf({ email, customer }: Person): Names {
  const address = email && normalizeAddress(email);
  return (text) =>
    (address !== undefined && text.length > 3 && addressesIn(text).includes(address)) ||
    (customer !== undefined && text === customer);
}

/** Shorter names are words of many texts. */
const shortestName = 3;

/** Returns whether a text names a person in data that are about the person: also by the names that the person has given. */
export function namesWith(names: Names, given: readonly (string | undefined)[]): Names {
  const known = given.map((name = '') => normalizeText(name)).filter(({ length }) => length >= shortestName);
  const patterns = known.map(
    (name) => new RegExp(`(?<![\\p{L}\\p{N}])${quoted(name)}(?![\\p{L}\\p{N}])`, 'u'),
  );
  return (text) => {
    if (names(text)) return true;
    const normal = normalizeText(text);
    return patterns.some((pattern) => pattern.test(normal));
  };
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
