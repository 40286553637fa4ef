import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';

/** Reads the QR code of an image as a camera does, from the pixels of the screen. */
export async function scanCode(image: Locator): Promise<string> {
  const { side, bits } = await image.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const side = Math.round(image.clientWidth * devicePixelRatio);
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, side, side);
    const { data } = context.getImageData(0, 0, side, side);
    return { side, bits: data.reduce((text, value, n) => (n % 4 ? text : text + (value > 127 ? 1 : 0)), '') };
  });
  const pixels = [...bits].flatMap((bit) => [...Array(3).fill(bit === '1' ? 255 : 0), 255]);
  const read = jsQR(Uint8ClampedArray.from(pixels), side, side)?.data;
  if (!read) throw new Error('The code cannot be read');
  return read;
}
