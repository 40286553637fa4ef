import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/**
 * Black on white even on dark pages, with the quiet zone of four modules that ISO/IEC 18004 requires. `scale` is in
 * pixels for each module; browsers and printers can resize the SVG.
 */
const look = { on: 'black', off: 'white', pad: 4, scale: 8 };

/**
 * On paper up to 15 % of the code may be covered or worn off. On a screen the code is whole, and with less redundancy
 * it has larger modules, which cameras read faster.
 */
const corrections = { printed: correction.M, shown: correction.L };

/** Returns the SVG of a QR code with this URL. */
export const qrCode = (url: string, use: keyof typeof corrections): string =>
  toSvgSource(generate(url, { minCorrectionLevel: corrections[use] }), look);
