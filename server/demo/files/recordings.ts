import { readFile } from 'node:fs/promises';
import type { Random } from '../random.ts';

const SAMPLES = new URL('../../emulator/samples/', import.meta.url);
/** Ogg's, of a packet of the sample: 60 ms at 48 kHz. */
const PACKET_SAMPLES = 2_880;
const PAGE_HEAD = 27;
/** Of the sample's packets: silence before the voice. */
const SILENT_PACKETS = 2;
const PAGE_PACKETS = 50;

/** A voice message of the sample's sounds in another order and length, with pauses as between words. */
export async function voiceOf(random: Random): Promise<Buffer> {
  const [head, tags, ...packets] = packetsOf(await readFile(new URL('voice.ogg', SAMPLES)));
  if (head === undefined || tags === undefined) throw new Error('The voice sample is empty');
  const silence = packets.slice(0, SILENT_PACKETS);
  const sounds = packets.slice(SILENT_PACKETS);
  const spoken: Buffer[] = [...silence];
  const words = random.between(5, 16);
  for (let word = 0; word < words; word += 1) {
    const from = random.between(0, sounds.length - 9);
    spoken.push(...sounds.slice(from, from + random.between(3, 9)));
    for (let pause = random.between(1, 5); pause > 0; pause -= 1) spoken.push(...silence.slice(0, 1));
  }
  const serial = random.between(1, 2_000_000_000);
  const pages = [
    page({ serial, order: 0, granule: 0, flags: 2 }, [head]),
    page({ serial, order: 1, granule: 0, flags: 0 }, [tags]),
  ];
  for (let at = 0; at < spoken.length; at += PAGE_PACKETS) {
    const end = Math.min(at + PAGE_PACKETS, spoken.length);
    const granule = end * PACKET_SAMPLES;
    const flags = end === spoken.length ? 4 : 0;
    pages.push(page({ serial, order: pages.length, granule, flags }, spoken.slice(at, end)));
  }
  return Buffer.concat(pages);
}

/** The packets of an Ogg file whose pages end with a packet's end. */
function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const lacing = file.subarray(at + PAGE_HEAD, at + PAGE_HEAD + file.readUInt8(at + 26));
    let from = at + PAGE_HEAD + lacing.length;
    let length = 0;
    for (const segment of lacing) {
      length += segment;
      if (segment === 255) continue;
      packets.push(file.subarray(from, from + length));
      from += length;
      length = 0;
    }
    at = from;
  }
  return packets;
}

type PageFacts = { serial: number; order: number; granule: number; flags: number };

function page({ serial, order, granule, flags }: PageFacts, packets: readonly Buffer[]): Buffer {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255]);
  const head = Buffer.alloc(PAGE_HEAD);
  head.write('OggS');
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(order, 18);
  head.writeUInt8(lacing.length, 26);
  const bytes = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest << 1) ^ (rest < 0 ? 0x04c11db7 : 0);
  return rest >>> 0;
});

/** Ogg's CRC-32, which isn't zlib's: from the other end, and from zero. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}

/** The sample's clip, faster or slower; its number is in a box that players skip. */
export async function clipOf(seed: string, random: Random): Promise<Buffer> {
  const sample = await readFile(new URL('clip.mp4', SAMPLES));
  const clip = Buffer.from(sample.subarray(0, sample.lastIndexOf('mfra') - 4));
  const timescale = clip.indexOf('mdhd') + 24;
  clip.writeUInt32BE(Math.round(clip.readUInt32BE(timescale) * (random.between(5, 15) / 10)), timescale);
  const box = Buffer.from(`    free${seed}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([clip, box]);
}
