import { crc32, deflateRawSync } from 'node:zlib';

const ENTRY_BYTES = 16 * 1024 * 1024;
const ENTRIES = 256;

/** An archive of some kilobytes that calls itself a spreadsheet and unpacks to 4 GB: its entries share their content. */
export function zipBomb(): Buffer {
  const zeros = Buffer.alloc(ENTRY_BYTES);
  const packed = deflateRawSync(zeros, { level: 9 });
  // The detector of file types looks into this one.
  const name = Buffer.from('[Content_Types].xml');
  /** What an entry's header says at both places. */
  const facts = (): Buffer => {
    const block = Buffer.alloc(26);
    block.writeUInt16LE(20, 0);
    block.writeUInt16LE(8, 4);
    block.writeUInt32LE(crc32(zeros), 10);
    block.writeUInt32LE(packed.byteLength, 14);
    block.writeUInt32LE(ENTRY_BYTES, 18);
    block.writeUInt16LE(name.byteLength, 22);
    return block;
  };
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(), name, packed]);
  const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts(), Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(ENTRIES, 8);
  end.writeUInt16LE(ENTRIES, 10);
  end.writeUInt32LE(listed.byteLength * ENTRIES, 12);
  end.writeUInt32LE(local.byteLength, 16);
  return Buffer.concat([local, ...Array.from({ length: ENTRIES }, () => listed), end]);
}
