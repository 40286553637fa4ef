import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/**
 * Black on white, also where what is around it is dark, with the four modules of silence that ISO/IEC 18004 asks for.
 * In pixels, a module: a browser, or a printer, scales it as it likes.
 */
const look = { on: 'black', off: 'white', pad: 4, scale: 8 };

/** Of paper a seventh may be covered or worn off; on a screen it is whole, and coarser is read faster. */
const corrections = { printed: correction.M, shown: correction.L };

/** An address as a QR code, an SVG. */
export const qrCode = (url: string, use: keyof typeof corrections): string =>
  toSvgSource(generate(url, { minCorrectionLevel: corrections[use] }), look);
