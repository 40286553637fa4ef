import { randomBytes } from 'node:crypto';
import { isRandomToken, randomToken } from '#basics/random-token.ts';
import { inSeconds } from '#basics/time.ts';
import {
  bytesOfCode,
  codeOf,
  endOfTill,
  mostTills,
  type Pairing,
  pairingLifetime,
  pairingRoute,
  readCode,
  type Till,
} from '#domain/console/till.ts';
import { type Id, isId, newId } from '#domain/id.ts';
import { may, roleOf } from '#domain/merchants/roles.ts';
import { refuse } from '#domain/outcome.ts';
import {
  findTill,
  getPairing,
  invalidCode,
  lastTillOf,
  listTills,
  membershipsOf,
  noteTillUse,
  putPairing,
  putTill,
  type StoredTill,
} from '#store/console/tills.ts';
import type { UserMembership } from '#store/merchants/members.ts';
import { repeatWhileStale } from '#store/table/retry.ts';

/**
 * Whether a till works: the user who has paired the till may still pair tills, and the till was used recently. If the
 * user was removed and has returned, the till must be paired again: the person who invited the user again may not have
 * known of the device.
 */
const isOpen = (till: Till, pairedBy: UserMembership | undefined, now: number): boolean =>
  now < endOfTill(till) &&
  pairedBy !== undefined &&
  pairedBy.admission === till.pairedBy.admission &&
  may(roleOf(pairedBy), pairingRoute);

/**
 * Makes a code that pairs a device. Florin stores only a hash of the code.
 *
 * @returns the code, and the end of its validity in milliseconds since 1970
 */
export async function makePairing(terms: Omit<Pairing, 'expires'>): Promise<{ code: string; until: number }> {
  await refuseTooMany(terms.merchantId);
  const code = codeOf(randomBytes(bytesOfCode));
  const until = Date.now() + pairingLifetime;
  await putPairing({ ...terms, expires: inSeconds(until) }, code);
  return { code, until };
}

/**
 * Pairs a device with a code, which works only once. The till's token is always new, whatever cookie the browser has
 * sent. Several codes may be open at once. If the merchant has too many tills by now, the code is refused and stays
 * valid. Florin counts devices that are paired at the same moment one after the other.
 *
 * @returns the value of the till's cookie
 * @throws Refused, with the same answer for each reason why a code is invalid
 */
export const pair = (typed: string, from: Pick<Till, 'device' | 'address'>): Promise<string> =>
  repeatWhileStale(() => pairOnce(typed, from));

async function pairOnce(typed: string, from: Pick<Till, 'device' | 'address'>): Promise<string> {
  const code = readCode(typed);
  const pairing = code && (await getPairing(code));
  if (!pairing) throw invalidCode();
  const { merchantId, test, name, role, pairedBy } = pairing;
  const last = await lastTillOf(merchantId);
  await refuseTooMany(merchantId);
  const [id, token, now] = [newId(), randomToken(), Date.now()];
  const { device, address } = from;
  const till = { id, merchantId, test, name, role, pairedBy, device, address, created: now, seen: now };
  await putTill(till, token, code, last, inSeconds(now));
  return `${merchantId}.${id}.${token}`;
}

/** @throws Refused if the merchant has as many tills as possible */
async function refuseTooMany(merchantId: Id): Promise<void> {
  const open = await openTills(merchantId);
  if (open.length >= mostTills) refuse('tills', `There are ${mostTills} tills already. Remove one first`);
}

/** The open till of a cookie; undefined for any other text. Stores the time of use, but not at each request. */
export async function tillOf(cookie: string | undefined): Promise<StoredTill | undefined> {
  const [merchantId, id, token = '', ...more] = cookie?.split('.') ?? [];
  if (!isId(merchantId) || !isId(id) || !isRandomToken(token) || more.length > 0) return undefined;
  const [known, now] = [await findTill(merchantId, id, token), Date.now()];
  if (!known || !isOpen(known.till, known.pairedBy, now)) return undefined;
  await noteTillUse(known.till, now);
  return known.till;
}

/** The tills of a merchant that work, the newest first. */
export async function openTills(merchantId: Id): Promise<StoredTill[]> {
  const tills = await listTills(merchantId);
  const users = await membershipsOf(
    merchantId,
    tills.map(({ pairedBy }) => pairedBy.id),
  );
  const now = Date.now();
  return tills.filter((till) => isOpen(till, users.get(till.pairedBy.id), now));
}
