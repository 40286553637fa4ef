import { toBase64 } from '../browser/base64.ts';

/** The reason why a file cannot become a logo: a key of `settings.logoFaults`. */
export type LogoFault = 'file' | 'sides' | 'moving' | 'print' | 'unreadable';

/** In bytes: the largest file, and the largest PNG that the API takes. */
const [largestFile, largestLogo] = [1024 * 1024, 64 * 1024];

/** In pixels: the API's limits of a side, and the longer side that suits the payment page on sharp screens. */
const [least, most, suitable] = [16, 1024, 576];

/** In pixels: a larger side would take too much memory in the browser. */
const mostDecoded = 8192;

/**
 * Turns a PNG, a JPEG or an SVG into the PNG that the API takes: not moving, at most 64 KB, with sides of 16 to 1024 pixels. The
 * browser draws the file as an image, so scripts and links in an SVG have no effect.
 */
export async function logoFrom(file: Blob): Promise<{ url: string } | { fault: LogoFault }> {
  if (file.size > largestFile) return { fault: 'file' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if ('fault' in kind) return kind;
  const image = new Image();
  image.src = `data:${kind.type};base64,${toBase64(bytes)}`;
  try {
    await image.decode();
    return await drawn(image, kind.isDrawing);
  } catch {
    return { fault: 'unreadable' };
  }
}

type Kind = { type: string; isDrawing?: true } | { fault: LogoFault };

/** Finds out what a file is by its content, and refuses images that a canvas would not show as they are meant. */
function kindOf(bytes: Uint8Array): Kind {
  const view = new DataView(bytes.buffer);
  const latin = new TextDecoder('latin1').decode(bytes);
  if (latin.startsWith('PNG\r\n', 1) && bytes.length > 33) {
    if (latin.includes('acTL')) return { fault: 'moving' };
    return within(view.getUint32(16), view.getUint32(20), 'image/png');
  }
  if (latin.startsWith('\xff\xd8\xff')) return jpegKind(view);
  if (!/<svg[\s>]/.test(latin)) return { fault: 'file' };
  if (/<(animate|set)|@keyframes/.test(latin)) return { fault: 'moving' };
  return { type: 'image/svg+xml', isDrawing: true };
}

/** Reads the header of the frame of a JPEG: its sides, and how many colours it has. */
function jpegKind(view: DataView): Kind {
  for (let at = 2; at + 10 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (view.getUint8(at) !== 0xff) break;
    if (!isFrame) continue;
    if (view.getUint8(at + 9) === 4) return { fault: 'print' };
    return within(view.getUint16(at + 7), view.getUint16(at + 5), 'image/jpeg');
  }
  return { fault: 'unreadable' };
}

const within = (width: number, height: number, type: string): Kind =>
  Math.max(width, height) > mostDecoded ? { fault: 'sides' } : { type };

/** Draws the image smaller and smaller until its PNG is small enough. Only a drawing, such as an SVG, becomes larger. */
async function drawn(
  image: HTMLImageElement,
  isDrawing = false,
): Promise<{ url: string } | { fault: LogoFault }> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  let scale = Math.max(suitable / long, least / short);
  if (!isDrawing) scale = Math.min(scale, 1);
  for (; short * scale >= least; scale *= 0.8) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    if (Math.max(canvas.width, canvas.height) > most) break;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL('image/png');
    if ((url.length * 3) / 4 <= largestLogo) return { url };
  }
  return { fault: 'sides' };
}
