import { type Front, startFront } from '../api/support/front.ts';
import { hello, password, username } from '../api/support/hello.ts';
import { desktop, useBrowser } from './support/browser.ts';

const openPage = useBrowser();
const { url } = hello();

let front: Front;
beforeAll(async () => {
  front = await startFront(url);
});
afterAll(() => front?.stop());

test('a browser that gets all challenges in one answer picks Digest, and keeps its nonce', async () => {
  const page = await openPage({ ...desktop, httpCredentials: { username, password } });
  const api = front.url + new URL(url).pathname;
  for (const path of ['/about', '/helloWorld', '/about?a=1&b=%20x']) {
    expect([path, (await page.goto(api + path))?.status()]).toEqual([path, 200]);
  }
  const sent = front.authorizations.filter((header) => header !== '');
  const digest = /^Digest username="florin", realm="florin", nonce="([\w-]+)", .*nc=(\d+)/;
  const [nonces, counts] = [1, 2].map((group) => sent.map((header) => digest.exec(header)?.[group]));
  expect(new Set(nonces).size).toBe(1);
  expect(counts).toEqual(['00000001', '00000002', '00000003']);
});

test('a browser with a wrong password is refused', async () => {
  const page = await openPage({ ...desktop, httpCredentials: { username, password: 'wrong' } });
  expect((await page.goto(`${url}/about`))?.status()).toBe(401);
});
