/** Degrees. */
interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const DEGREES = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where a map's address has its coordinates: the pin before the middle of the map. */
const IN_ADDRESS = [
  new RegExp(`!3d${DEGREES}!4d${DEGREES}`),
  new RegExp(`[?&](?:q|query|ll|destination|mlat)=(?:loc:)?${DEGREES}(?:,|&mlon=)${DEGREES}`),
  new RegExp(`@${DEGREES},${DEGREES}`),
];
const TYPED = new RegExp(String.raw`^${DEGREES}[,;\s]\s*${DEGREES}$`);
/** As Brazilians write numbers. */
const TYPED_WITH_COMMAS = /^(-?\d{1,3},\d+)[,;\s]\s*(-?\d{1,3},\d+)$/;

/** The coordinates in a map's address, or as they are typed; undefined if there are none on Earth. */
export function typedPlace(typed: string): Coordinates | undefined {
  const text = typed.trim();
  const found = /^https?:/i.test(text) ? inAddress(text) : (TYPED.exec(text) ?? TYPED_WITH_COMMAS.exec(text));
  const [latitude, longitude] = found?.slice(1).map((part) => Number(part.replace(',', '.'))) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function inAddress(address: string): RegExpExecArray | null {
  const readable = address.replaceAll(/%2C/gi, ',').replaceAll(/%20|\+/g, '');
  for (const pattern of IN_ADDRESS) {
    const found = pattern.exec(readable);
    if (found !== null) return found;
  }
  return null;
}
