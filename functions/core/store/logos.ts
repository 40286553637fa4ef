import type { Logo } from '#domain/merchants/logo.ts';
import { logoKey } from './table/keys.ts';
import { get, type Item } from './table/read.ts';
import { discard, put, type Write } from './table/transact.ts';

/** The one logo that a merchant has, in place of the one before. */
export const putLogo = (publicKey: string, logo: Logo): Write => ({
  item: put({ ...logo, ...logoKey(publicKey) }),
});

export const discardLogo = (publicKey: string): Write => ({ item: discard(logoKey(publicKey)) });

/** By its name, so that what an address has shown once it shows always, or nothing. */
export async function getLogo(publicKey: string, name: string): Promise<Uint8Array | undefined> {
  const logo = await get<Item & Logo>(logoKey(publicKey), { consistent: false });
  return logo?.name === name ? logo.image : undefined;
}
