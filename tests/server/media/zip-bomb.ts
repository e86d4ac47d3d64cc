import { constants, crc32, deflateRawSync } from 'node:zlib';

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

/** A workbook of some megabytes whose shared strings unpack to 1.2 GB. */
export function workbookBomb(): Buffer<ArrayBuffer> {
  // Blocks that none refers back over, so that they can be repeated.
  const block = deflateRawSync(Buffer.alloc(ENTRY_BYTES), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = 75;
  const strings = Buffer.concat([...Array.from({ length: blocks }, () => block), Buffer.from([3, 0])]);
  return rawWorkbook('sharedStrings', 'sharedStrings.xml', { packed: strings, size: blocks * ENTRY_BYTES });
}

/** A workbook with one part as it is given, which none of the usual writers would write. */
export function rawWorkbook(type: 'sharedStrings' | 'worksheet', name: string, content: Content): Buffer<ArrayBuffer> {
  const relationship = (of: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${of}" Target="${target}"/></Relationships>`;
  return storedZip([
    ['[Content_Types].xml', '<Types/>'],
    ['_rels/.rels', relationship('officeDocument', 'xl/workbook.xml')],
    ['xl/_rels/workbook.xml.rels', relationship(type, name)],
    ['xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'],
    [`xl/${name}`, content],
  ]);
}

type Content = string | { packed: Buffer; size: number };

/** An archive of texts as they are, and of parts that are packed already. */
function storedZip(entries: readonly (readonly [string, Content])[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const [name, content] of entries) {
    const isPacked = typeof content !== 'string';
    const bytes = isPacked ? content.packed : Buffer.from(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt32LE(bytes.byteLength, 14);
    facts.writeUInt32LE(isPacked ? content.size : bytes.byteLength, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    listed.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + bytes.byteLength;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(listed).byteLength, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...listed, end]);
}
