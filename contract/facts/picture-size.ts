/** A picture's size, as declared in its header. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** By the header of a PNG, JPEG, GIF or WebP; undefined if it is none of them, or cut before its size. */
export function pictureSize(bytes: DataView): PictureSize | undefined {
  try {
    if (bytes.getUint32(0) === 0x89504e47) return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
    if (bytes.getUint32(0) === 0x47494638) return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
    if (bytes.getUint16(0) === 0xffd8) return jpegSize(bytes);
    const isWebp = bytes.getUint32(0) === 0x52494646 && bytes.getUint32(8) === 0x57454250;
    return isWebp ? webpSize(bytes) : undefined;
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** JPEG: in the frame header, after segments of any length. */
function jpegSize(bytes: DataView): PictureSize | undefined {
  let at = 2;
  while (bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
    // A marker may be padded with further 0xFF bytes.
    at += marker === 0xff ? 1 : 2 + bytes.getUint16(at + 2);
  }
  return undefined;
}

/** WebP: each of its three forms stores it elsewhere; the extended one has the size of the whole canvas. */
function webpSize(bytes: DataView): PictureSize | undefined {
  const form = bytes.getUint32(12);
  if (form === 0x56503858) return { width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 };
  if (form === 0x56503820)
    return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
  if (form !== 0x5650384c) return undefined;
  const packed = bytes.getUint32(21, true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

function uint24(bytes: DataView, at: number): number {
  return bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000;
}
