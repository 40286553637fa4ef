import jsQR from 'jsqr';
import { here, type Merchant, useBrowser } from './support/browser.ts';

const openPage = useBrowser();

test.each([
  ['as it is', 1],
  ['small', 0.35],
  ['large', 2],
])('a third-party decoder reads the QR code of a link, %s: the URL of its page', async (_, scale) => {
  const { key, merchant } = await here.shop();
  const body = { amount: 4999, currency: 'EUR' };
  const { link }: { link: Merchant } = (
    await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })
  ).body;
  const svg = (await here.api('GET', `/links/${link.id}/qr`, { key })).text;
  const page = await openPage({ colorScheme: 'dark' });
  const { width, height, bits } = await page.evaluate(
    async ([source, scale]) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(image.height * scale);
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      // The surroundings are dark, as on a till's screen at night.
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return {
        width,
        height,
        bits: data.reduce((text, value, n) => (n % 4 ? text : text + (value > 127 ? 1 : 0)), ''),
      };
    },
    [svg, scale] as const,
  );
  const pixels = [...bits].flatMap((bit) => [...Array(3).fill(bit === '1' ? 255 : 0), 255]);
  expect(jsQR(Uint8ClampedArray.from(pixels), width, height)?.data).toBe(link.url);
});
