import type { Logo } from '#domain/merchants/logo.ts';
import { logoKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { discard, put, type Write } from '../table/transact.ts';

/** Stores a merchant's only logo, which replaces the previous one. */
export const putLogo = (publicKey: string, logo: Logo): Write => ({
  item: put({ ...logo, ...logoKey(publicKey) }),
});

export const discardLogo = (publicKey: string): Write => ({ item: discard(logoKey(publicKey)) });

/**
 * Reads a logo if it still has this name, so that a URL always shows the same image or none. The read costs half the
 * price, and may miss a logo that was stored just now.
 */
export async function getLogo(publicKey: string, name: string): Promise<Uint8Array | undefined> {
  for (const consistent of [false, true]) {
    const logo = await get<Item & Logo>(logoKey(publicKey), { consistent });
    if (logo?.name === name) return logo.image;
  }
  return undefined;
}
