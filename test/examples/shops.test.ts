import { send } from '../api/support/http.ts';
import { world } from '../api/support/world.ts';
import { type Cutting, startCutting } from './cutting-proxy.ts';
import { hasRuntime, type Language, type Shop, shops, startShop } from './shop.ts';

const { api, createMerchant, payment, pay, shop: newAccount, transaction } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
type Merchant = any;

/** A missing language is a failure of `.ci/run examples` in CI. Elsewhere its tests are skipped. */
const describeIf = (found: boolean) => (found || process.env.CI ? describe : describe.skip);

for (const language of Object.keys(shops) as Language[])
  describeIf(hasRuntime(language))(`the shop in ${language}`, () => {
    let shop: Shop;
    let key: string;
    let merchant: Merchant;
    let line: Cutting;

    beforeAll(async () => {
      ({ key, merchant } = await newAccount());
      line = await startCutting(baseUrl);
      shop = await startShop(language, { baseUrl: line.url, posUrl, key, merchantId: merchant.id });
    });
    afterEach(() => line.lose(undefined));
    afterAll(async () => {
      await shop?.stop();
      line?.stop();
    });

    /** Presses the shop's button. @returns the payment link that the shop redirects to */
    async function order(): Promise<URL> {
      const { status, headers } = await send(`${shop.url}/orders`, 'POST');
      expect(status).toBe(303);
      return new URL(headers.location ?? '');
    }

    /** Pays a link as its page does, or differently by `over`. */
    async function payLink(link: URL, over: Record<string, unknown> = {}, by = merchant) {
      const { searchParams } = link;
      const amount = {
        currency: searchParams.get('currency'),
        exponent: 2,
        value: Math.round(Number(searchParams.get('value')) * 100),
      };
      const custom = { reference: searchParams.get('reference') };
      return pay(await payment(by, { amount, custom, ...over }));
    }

    const paid = async (...args: Parameters<typeof payLink>): Promise<string> => {
      const { status, body } = await payLink(...args);
      expect(status).toBe(201);
      return body.authorizationId;
    };

    /** Opens the shop's page after the payment, as the customer's browser does. */
    const back = (link: URL, transactionId?: string) =>
      send(
        link.searchParams.get('redirect') ?? '',
        'GET',
        transactionId === undefined ? {} : { query: { transactionId } },
      );

    async function expectRefused(link: URL, transactionId: string | undefined, status = 400) {
      const answer = await back(link, transactionId);
      // A customer who may have paid must not read that they have not.
      const title = status === 502 ? 'One moment' : 'Not paid';
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`<h1>${title}</h1>`)]);
      expect(answer.text).not.toContain('Thank you');
      return answer;
    }

    const capturedOf = async (id: string): Promise<[captured: number, entries: number]> => {
      const { capturedAmount, trail } = await transaction(key, id);
      return [capturedAmount, trail.length];
    };

    test('sells: a page with a button, a link that can be paid, a receipt, and the money is taken', async () => {
      const { status, text } = await send(`${shop.url}/`, 'GET');
      expect([status, text]).toEqual([200, expect.stringContaining('<button>Pay</button>')]);
      const link = await order();
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        key: merchant.key,
        test: '1',
        value: '49.99',
        currency: 'EUR',
      });
      expect((await send(link.href, 'GET')).status).toBe(200);
      const id = await paid(link);
      const receipt = await back(link, id);
      expect([receipt.status, receipt.text]).toEqual([200, expect.stringContaining(id)]);
      expect(await capturedOf(id)).toEqual([4999, 1]);
    });

    test('the shop takes the money once, however often the customer comes back', async () => {
      const link = await order();
      const id = await paid(link);
      const answers = await Promise.all(Array.from({ length: 5 }, () => back(link, id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await back(link, id)).text).toContain('Thank you');
      expect(await capturedOf(id)).toEqual([4999, 1]);
    });

    test.each([
      ['that does not exist', '0'.repeat(24)],
      ['that is missing', undefined],
      ['that is empty', ''],
      ['that is not an id', 'me'],
      ['that leads elsewhere', '../merchants/x'],
      ['with more behind it', `${'0'.repeat(24)}/captures`],
      ['with a line behind it', `${'0'.repeat(24)}\n`],
      ['that is a script', '<script>alert(1)</script>'],
    ])('the shop delivers nothing for a transaction %s', async (_, transactionId) => {
      const { text } = await expectRefused(await order(), transactionId);
      expect(text).not.toContain('<script>alert');
    });

    test('the shop delivers nothing if the id is a path to another address, even to the address of a payment', async () => {
      const link = await order();
      const id = await paid(link);
      for (const path of [`../merchants/${merchant.id}`, `x/../${id}`, `${id}/`, `${id}?`, ` ${id}`])
        await expectRefused(link, path);
      expect(await capturedOf(id)).toEqual([0, 0]);
    });

    test('the shop delivers nothing for a link that was edited: another amount, another currency', async () => {
      const link = await order();
      for (const amount of [
        { currency: 'EUR', exponent: 2, value: 1 },
        { currency: 'EUR', exponent: 2, value: 5000 },
        { currency: 'DKK', exponent: 2, value: 4999 },
      ]) {
        const id = await paid(link, { amount });
        await expectRefused(link, id);
        expect(await capturedOf(id)).toEqual([0, 0]);
      }
    });

    test('the shop delivers nothing for a payment of another order, or of no order', async () => {
      const [link, other] = [await order(), await order()];
      const id = await paid(other);
      await expectRefused(link, id);
      for (const custom of [undefined, 'reference', ['reference'], { reference: null }])
        await expectRefused(link, await paid(link, { custom }));
      expect(await capturedOf(id)).toEqual([0, 0]);
      expect((await back(other, id)).status).toBe(200);
    });

    test('the shop delivers nothing for a payment to another merchant', async () => {
      const link = await order();
      const own = await createMerchant(key);
      const { key: strangersKey, merchant: strangers } = await newAccount();
      for (const [by, owner] of [
        [own, key],
        [strangers, strangersKey],
      ]) {
        const id = await paid(link, {}, by);
        await expectRefused(link, id);
        expect((await transaction(owner, id)).capturedAmount).toBe(0);
      }
    });

    test('the shop delivers nothing for a payment that was declined', async () => {
      const link = await order();
      const declined = await payLink(link, {
        test: { tds: { challenge: false }, card: { status: 'disabled' } },
      });
      expect(declined.status).toBe(400);
      const query = { limit: 1, 'filter[successful]': 'no' };
      const { body } = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query });
      expect(body[0].custom).toEqual({ reference: link.searchParams.get('reference') });
      await expectRefused(link, body[0].id);
    });

    test('the shop takes the money of only one of two payments for an order, even if both customers return at the same time', async () => {
      const link = await order();
      const ids = await Promise.all([paid(link), paid(link)]);
      const answers = await Promise.all(ids.map((id) => back(link, id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const captured = await Promise.all(ids.map(capturedOf));
      expect(captured.map(([amount]) => amount).sort()).toEqual([0, 4999]);
    });

    test('the shop returns 502 while Florin cannot be reached, and delivers when asked again later', async () => {
      const link = await order();
      const id = await paid(link);
      line.lose(/GET \/transactions/);
      await expectRefused(link, id, 502);
      expect(await capturedOf(id)).toEqual([0, 0]);
      line.lose(undefined);
      expect((await back(link, id)).status).toBe(200);
    });

    test('the shop takes the money once if the response to the capture is lost', async () => {
      const link = await order();
      const id = await paid(link);
      line.lose(/POST .*captures/);
      await expectRefused(link, id, 502);
      expect(await capturedOf(id)).toEqual([4999, 1]);
      line.lose(undefined);
      expect((await back(link, id)).text).toContain('Thank you');
      expect(await capturedOf(id)).toEqual([4999, 1]);
    });

    test('the shop returns 404 for an unknown order and for any other path', async () => {
      for (const path of [
        '/orders/x/return',
        '/orders',
        '/nothing',
        '/orders/..%2f..%2fetc%2fpasswd/return',
      ]) {
        const { status, text } = await send(`${shop.url}${path}?transactionId=${'0'.repeat(24)}`, 'GET');
        expect([path, status, text]).toEqual([path, 404, expect.stringContaining('nothing here')]);
      }
    });
  });
