import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour: some kilobytes, however many pixels. */
export function flatPng(side: number): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(content.length, 0);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 });
  const signature = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
