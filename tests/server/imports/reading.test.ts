import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_STATUSES } from '../../../contract/facts/imports.ts';
import type { ImportStatus } from '../../../contract/facts/imports.ts';
import { IMPORT_EVENTS, importAfter } from '../../../server/domain/imports/import-state.ts';
import { dayOf, numberOf } from '../../../server/domain/imports/reading/cell-values.ts';
import { csvRows } from '../../../server/domain/imports/reading/csv-rows.ts';
import type { FileRow } from '../../../server/domain/imports/reading/csv-rows.ts';
import { formatOf } from '../../../server/domain/imports/reading/file-format.ts';
import { inspectFile } from '../../../server/domain/imports/reading/file-reader.ts';
import { NumberSet } from '../../../server/domain/imports/reading/number-set.ts';
import { phoneOf } from '../../../server/domain/imports/reading/phone.ts';
import { workbookBomb } from '../media/zip-bomb.ts';

describe('numbers', () => {
  test.each([
    ['(11) 98765-4321', '5511987654321'],
    ['11 8765-4321', '5511987654321'],
    ['+55 11 98765-4321', '5511987654321'],
    ['0055 11 98765 4321', '5511987654321'],
    ['0 15 11 98765-4321', '5511987654321'],
    ['55987654321', '5555987654321'],
    ['(41) 3001-1234', '554130011234'],
    ['11 3456-7890 / 11 98765-4321', '551134567890'],
    ['+351 912 345 678', '351912345678'],
    ['+1 (212) 555-2368', '12125552368'],
  ])('%s is %s', (cell, address) => expect(phoneOf(cell)).toEqual({ address }));

  test.each([
    ['0800 722 1100', 'service'],
    ['+55 800 722 1100', 'service'],
    ['4004-0001', 'service'],
    ['(11) 4004-0001', 'service'],
    ['3003 1234', 'service'],
    ['98765-4321', 'invalid'],
    ['(10) 98765-4321', 'invalid'],
    ['5,51199E+12', 'invalid'],
    ['111', 'invalid'],
    ['não tem', 'no_number'],
    ['', 'no_number'],
  ])('%s is refused: %s', (cell, reason) => expect(phoneOf(cell)).toEqual({ reason }));

  test('the fast path gives the same as libphonenumber', () => {
    for (let area = 11; area <= 99; area++) {
      for (const local of ['987654321', '912345678']) {
        const digits = `${area}${local}`;
        const parsed = parsePhoneNumberFromString(digits, 'BR');
        const said = parsed?.isValid() === true ? { address: parsed.number.slice(1) } : { reason: 'invalid' };
        expect([digits, phoneOf(digits)]).toEqual([digits, said]);
      }
    }
  });

  test('a set of very many: each is new once', () => {
    const set = new NumberSet();
    const all = Array.from({ length: 200_000 }, (_, at) => 5_511_900_000_000 + at * 3);
    expect([all.every((each) => set.add(each)), all.some((each) => set.add(each))]).toEqual([true, false]);
  });
});

test('days and amounts as people here write them; anything else is neither', () => {
  expect(['08/11/2025', '8-1-25', '2025-11-08 10:20', '31/12/1999 23:59', '31/02/2026', 'ontem'].map(dayOf)).toEqual([
    '2025-11-08',
    '2025-01-08',
    '2025-11-08',
    '1999-12-31',
    undefined,
    undefined,
  ]);
  expect(['R$ 3.480,00', '3.480', '12,5', '1,234.50', '-7', '3480.5', 'muito', '1.2.3'].map(numberOf)).toEqual([
    '3480.00',
    '3480',
    '12.5',
    '1234.50',
    '-7',
    '3480.5',
    undefined,
    undefined,
  ]);
});

describe('CSV', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balcao-csv-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function rowsOf(content: string | Uint8Array) {
    const path = join(folder, 'file.csv');
    await writeFile(path, content);
    const format = await formatOf(path);
    if (format.kind !== 'csv') throw new Error('Not CSV');
    const batches: FileRow[][] = [];
    for await (const batch of csvRows(path, format)) batches.push(batch);
    return { format, rows: batches.flat().map(({ line, cells, isBroken }) => [line, isBroken ? 'broken' : cells]) };
  }

  test('delimiters and encodings are found', async () => {
    const found = async (content: string | Uint8Array) => {
      const { format, rows } = await rowsOf(content);
      return [format.delimiter, format.encoding, rows[1]?.[1]];
    };
    expect(await found('a;b\nJoão;1,5')).toEqual([';', 'utf-8', ['João', '1,5']]);
    expect(await found('\uFEFFa,b\r\nJoão,"1,5"\r\n')).toEqual([',', 'utf-8', ['João', '1,5']]);
    expect(await found('a\tb\nx\ty')).toEqual(['\t', 'utf-8', ['x', 'y']]);
    expect(await found('sep=|\na;1|b\nx|y')).toEqual(['|', 'utf-8', ['a;1', 'b']]);
    expect(await found(Buffer.from('a;b\nJo\xe3o;1', 'latin1'))).toEqual([';', 'windows-1252', ['João', '1']]);
    const broken = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from('\nJo\xe3o;2\n', 'latin1')]);
    expect(await found(broken('a;b\nJoão;1\nÂngela;3'))).toEqual([';', 'utf-8', ['João', '1']]);
    expect(await found(broken('\uFEFFa;b\nJoao;1'))).toEqual([';', 'utf-8', ['Joao', '1']]);
    // Old damage in a file of single bytes.
    expect(await found(Buffer.from('a;b\nJo\xe3o;1\nJos\xe9;1\nJo\xc3\xa3o;1', 'latin1'))).toEqual([
      ';',
      'windows-1252',
      ['João', '1'],
    ]);
    expect(await found(Buffer.from('\uFEFFa\tb\nJoão\t1', 'utf16le'))).toEqual(['\t', 'utf-16le', ['João', '1']]);
  });

  test('a cell of several lines is one row; an unclosed quote breaks its own line, even in a long file', async () => {
    const { rows } = await rowsOf('a;b\n"duas\nlinhas";1\n\n"aberta;2\nx;3\n"y";4\nz "meio";5\n');
    expect(rows).toEqual([
      [1, ['a', 'b']],
      [2, ['duas\nlinhas', '1']],
      [3, ['']],
      [4, 'broken'],
      [5, ['x', '3']],
      [6, ['y', '4']],
      [7, ['z "meio"', '5']],
    ]);
    const many = Array.from({ length: 60_000 }, (_, at) => `Pessoa ${at};${at}`);
    many[100] = '"Aberta;100';
    const long = await rowsOf(['a;b', ...many].join('\r\n'));
    expect(long.rows).toHaveLength(60_001);
    expect(long.rows.filter(([, cells]) => cells === 'broken')).toEqual([[102, 'broken']]);
    expect(long.rows.at(-1)).toEqual([60_001, ['Pessoa 59999', '59999']]);
  });

  test('whole rows between an unclosed quote and a stray one are rows; lines of a note are not', async () => {
    const { rows } = await rowsOf(
      'a;b;c\n"aberta;2;x\nmeio;3;y\ntela 20";4;z\n"outra;5;x\nlogo;depois";6\n"nota\ncom 1; 2\nlinhas";7;z\n',
    );
    expect(rows).toEqual([
      [1, ['a', 'b', 'c']],
      [2, 'broken'],
      [3, ['meio', '3', 'y']],
      [4, ['tela 20"', '4', 'z']],
      [5, 'broken'],
      [6, ['logo', 'depois"', '6']],
      [7, ['nota\ncom 1; 2\nlinhas', '7', 'z']],
    ]);
    const other = await rowsOf('a,b\n"Rua A, 5\nBairro B, 7\nCasa",8\n');
    expect(other.rows[1]).toEqual([2, ['Rua A, 5\nBairro B, 7\nCasa', '8']]);
  });
});

test('a small workbook that unpacks to gigabytes -> unreadable, before it has filled the memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bomb-'));
  const path = join(folder, 'bomb.xlsx');
  await writeFile(path, workbookBomb());
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 10);
  await expect(inspectFile(path, AbortSignal.timeout(60_000))).rejects.toMatchObject({
    key: 'error.import.unreadable',
  });
  clearInterval(watch);
  await rm(folder, { recursive: true, force: true });
  expect(most).toBeLessThan(1_100_000_000);
});

/** Every transition, written down a second time; all others have no effect. */
const TRANSITIONS: Readonly<Record<string, ImportStatus>> = {
  'uploading inspected': 'mapping',
  'uploading failed': 'failed',
  'uploading cancelled': 'cancelled',
  'mapping mapped': 'checking',
  'mapping cancelled': 'cancelled',
  'checking checked': 'ready',
  'checking mapped': 'checking',
  'checking failed': 'failed',
  'checking cancelled': 'cancelled',
  'ready started': 'importing',
  'ready mapped': 'checking',
  'ready cancelled': 'cancelled',
  'importing finished': 'done',
  'importing paused': 'paused',
  'importing failed': 'failed',
  'importing cancelled': 'cancelled',
  'paused resumed': 'importing',
  'paused cancelled': 'cancelled',
  'done undo': 'undoing',
  'failed undo': 'undoing',
  'cancelled undo': 'undoing',
  'undoing finished': 'undone',
  'undoing failed': 'failed',
};

test('an import in each state, at each event', () => {
  for (const status of IMPORT_STATUSES)
    for (const event of IMPORT_EVENTS)
      expect([status, event, importAfter(status, event)]).toEqual([status, event, TRANSITIONS[`${status} ${event}`]]);
});
