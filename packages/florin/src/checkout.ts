import type { Florin } from './checkout-types.generated.ts';

export type * from './checkout-types.generated.ts';

type Script = (options?: { key?: string }) => Florin;

/** One script for each address. A script that failed to load is loaded again by the next call. */
const loading = new Map<string, Promise<Script>>();

/**
 * Loads `sdk.js` from your Florin, so that the payment page and its script are of one version.
 *
 * @param posUrl the address of the checkout API, without a slash at the end
 * @param options the merchant's public key, for payments without a link of your server
 */
export async function loadFlorin(posUrl: string, options?: { key?: string }): Promise<Florin> {
  const script = loading.get(posUrl) ?? load(posUrl);
  loading.set(posUrl, script);
  return (await script)(options);
}

function load(posUrl: string): Promise<Script> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${posUrl}/sdk.js`;
    script.onload = () => resolve((window as unknown as { Florin: Script }).Florin);
    script.onerror = () => {
      script.remove();
      loading.delete(posUrl);
      reject(Object.assign(new Error('sdk.js could not be loaded'), { code: 'unavailable' }));
    };
    document.head.append(script);
  });
}
