import { numberVariable } from '#aws/environment.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import { countAttempt } from '#store/console/attempts.ts';

/** The most attempts of a network in an hour, of each kind. Browser tests set more. */
const most = numberVariable('FLORIN_SIGN_INS', 30);

/** In seconds. */
const hour = 60 * 60;

const kinds = {
  'sign-in': { prefix: '', most, excess: 'attempts to sign in from' },
  passkey: { prefix: 'passkeys ', most: 10 * most, excess: 'challenges for passkeys in' },
  // All networks together have no limit, as a stranger with many networks could use it up, and no device could be paired.
  till: { prefix: 'tills ', most, excess: 'codes were tried from' },
};

/**
 * Counts an attempt of a stranger to get into the console.
 *
 * @param network the sender's network
 * @throws QuotaUsedUp if the network has had the most attempts of this kind in this hour already
 */
export async function limitAttempts(kind: keyof typeof kinds, network: string): Promise<void> {
  const { prefix, most, excess } = kinds[kind];
  if (!(await countAttempt(prefix + network, most)))
    throw new QuotaUsedUp(`Too many ${excess} this network; try again in an hour`, hour);
}
