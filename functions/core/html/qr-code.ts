import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/**
 * Black on white even on dark pages, with the quiet zone of four modules that ISO/IEC 18004 requires. `scale` is the
 * number of pixels of a module; browsers and printers can resize the SVG.
 */
const look = { on: 'black', off: 'white', pad: 4, scale: 8 };

/**
 * The levels of error correction. On paper, up to 15 % of a code may be covered or worn off. On a screen the code is
 * complete, and with less redundancy it has larger modules, which cameras read faster.
 */
const corrections = { printed: correction.M, shown: correction.L };

/** Returns the SVG of a QR code with this URL. */
export const qrCode = (url: string, use: keyof typeof corrections): string =>
  toSvgSource(generate(url, { minCorrectionLevel: corrections[use] }), look);
