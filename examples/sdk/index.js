/** One script an address, however often it is asked for; one that did not load is asked for again. */
const loading = new Map();

/**
 * Loads `sdk.js` from where your payment page is, and nothing else: the page and its script are of one version.
 *
 * @param {string} posUrl the address of the customer's side, without a slash at the end
 * @param {{ key: string }} options the merchant's public key
 * @returns {Promise<import('./index.d.ts').Florin>}
 */
export async function loadFlorin(posUrl, options) {
  if (!loading.has(posUrl)) loading.set(posUrl, load(posUrl));
  const Florin = await loading.get(posUrl);
  return Florin(options);
}

function load(posUrl) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${posUrl}/sdk.js`;
    script.onload = () => resolve(window.Florin);
    script.onerror = () => {
      script.remove();
      loading.delete(posUrl);
      reject(Object.assign(new Error('sdk.js could not be loaded'), { code: 'unavailable' }));
    };
    document.head.append(script);
  });
}
