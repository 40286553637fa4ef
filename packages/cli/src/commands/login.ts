import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { accountAt, cleanUrl, isLocal, localUrl, profileName, urlIn } from '../account.ts';
import { openInBrowser } from '../browser.ts';
import { type Command, type Input, text } from '../command.ts';
import { keyFromConsole } from '../console-key.ts';
import { UsageError } from '../failures.ts';
import { plain } from '../output.ts';
import { consoleUrlOf } from '../places.ts';
import { removeProfile, writeProfile } from '../profiles.ts';

export const login: Command = {
  summary: 'Keeps a key and the address that it is for',
  flags: {
    url: { type: 'string', value: 'URL', says: `the merchants’ API (FLORIN_URL, or ${localUrl})` },
    console: { type: 'boolean', says: 'has you make the key in the console, in your browser' },
    'pos-url': { type: 'string', value: 'URL', says: 'the checkout API; found by itself if left out' },
    'console-url': { type: 'string', value: 'URL', says: 'the console (FLORIN_CONSOLE_URL)' },
    merchant: { type: 'string', value: 'ID', says: 'the merchant that commands are about' },
  },
  notes: `The key comes from FLORIN_KEY, from standard input, or is asked for without
being shown; never as an argument, as others on the machine can read those. It
is kept in the system’s keychain, or in a file that only you can read (600).
  florin login --url https://api.example.com < key.txt
  florin login --console`,
  async run(input) {
    const { env, out } = input;
    // Checks the name first: a wrong one must end the command before a person makes a key.
    profileName(input);
    const given = text(input, 'url');
    const baseUrl = given ? cleanUrl(given) : (urlIn(env) ?? localUrl);
    if (!baseUrl.startsWith('https:') && !isLocal(baseUrl))
      out.note('This address has no TLS: everybody on the way can read the key.');
    const { value, says } = input.values.console
      ? await loginByConsole(input, baseUrl)
      : await keepKey(input, baseUrl, env.FLORIN_KEY || (await askForKey()), text(input, 'merchant'));
    out.result(value, says);
  },
};

/** Lets a person make a key in the console, and stores it. */
function loginByConsole(input: Input, baseUrl: string) {
  const { out } = input;
  const consoleUrl = cleanUrl(text(input, 'console-url') ?? consoleUrlOf(input, { baseUrl }));
  const wanted = text(input, 'merchant');
  return keyFromConsole({
    consoleUrl,
    merchantId: wanted,
    show(link, check) {
      out.note(
        `Make the key in the browser on this machine, where the page shows \`${check}\`:\n  ${link}\nCtrl-C ends the wait.`,
      );
      if (process.stdout.isTTY && !out.isJson) openInBrowser(link);
    },
    async keep({ key, merchantId }) {
      if (wanted && merchantId !== wanted)
        throw new UsageError(`The console has made a key of another merchant, ${plain(merchantId)}.`);
      return keepKey(input, baseUrl, key, merchantId);
    },
  });
}

/**
 * Checks a key, and stores it as the profile.
 *
 * @returns the output of the command
 */
async function keepKey(input: Input, baseUrl: string, key: string, merchantId: string | undefined) {
  const name = profileName(input);
  if (!/^[!-~]{1,200}$/.test(key))
    throw new UsageError('This is not an API key: a key has printable ASCII characters only.');
  const { florin } = accountAt(baseUrl, key);
  const app = await florin.apps.me();
  const merchant = merchantId ? await florin.merchants.get(merchantId) : undefined;
  const [posUrl, consoleUrl] = [text(input, 'pos-url'), text(input, 'console-url')];
  const place = writeProfile(
    name,
    {
      baseUrl,
      key,
      ...(posUrl && { posUrl: cleanUrl(posUrl) }),
      ...(consoleUrl && { consoleUrl: cleanUrl(consoleUrl) }),
      ...(merchantId && { merchantId }),
    },
    input.env,
  );
  const of = merchant ? ` for the merchant ${plain(merchant.name ?? merchant.id)}` : '';
  return {
    value: { profile: name, baseUrl, app: { id: app.id, name: app.name }, keptIn: place },
    says: `Logged in at ${baseUrl} as the app ${plain(app.name ?? app.id)}${of}. The key is in ${place}.`,
  };
}

export const logout: Command = {
  summary: 'Forgets the key of a profile',
  notes: 'The key stays valid. To revoke it, remove its app from the merchant.',
  async run(input) {
    const name = profileName(input);
    if (!removeProfile(name, input.env)) throw new UsageError(`There is no profile ${name}.`);
    input.out.result({ profile: name, removed: true }, `The key of profile ${name} is forgotten.`);
  },
};

async function askForKey(): Promise<string> {
  if (process.stdin.isTTY) {
    process.stderr.write('API key (not shown): ');
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
    // Ctrl-C only closes the reader of lines.
    const gone = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const key = await Promise.race([lines.question(''), gone]);
    lines.close();
    process.stderr.write('\n');
    return key.trim();
  }
  let given = '';
  for await (const chunk of process.stdin) {
    given += chunk;
    if (given.length > 1000) break;
  }
  if (given.trim() === '') throw new UsageError('No key came by FLORIN_KEY or standard input.');
  return given.trim();
}
