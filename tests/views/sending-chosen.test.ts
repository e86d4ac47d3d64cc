import { describe, expect, test } from 'vitest';
import { IMAGE_MAX } from '../../contract/facts/outgoing-file.ts';
import { chosenOf, withinLimit } from '../../src/views/attendance/chat/sending/chosen.ts';
import { pictureProblem } from '../../src/views/attendance/chat/sending/picture-problem.ts';

const MB = 1024 * 1024;

/** A file of so many bytes; none are there. */
function sized(size: number): Blob {
  return Object.defineProperty(new Blob(), 'size', { value: size });
}

describe('a chosen file', () => {
  test.each([
    ['foto.jpg', 200_000, 'image', null, null],
    ['foto.jpg', IMAGE_MAX, 'image', null, null],
    ['foto.jpg', IMAGE_MAX + 1, 'image', null, 'converted'],
    ['figura.gif', 200_000, 'image', null, 'converted'],
    ['foto.jpg', 26 * MB, 'image', 'tooLarge', 'converted'],
    ['voz.wav', 2 * MB, 'document', 'notTaken', null],
    ['tela.webm', 2 * MB, 'document', 'notTaken', null],
    ['filme.mov', 90 * MB, 'document', 'notTaken', null],
    ['foto.HEIC', 3 * MB, 'document', 'notTaken', null],
    ['tudo.zip', 3 * MB, 'document', 'notTaken', null],
    ['logo.svg', 3_000, 'document', 'notTaken', null],
    ['setup.exe', 3 * MB, 'document', 'program', null],
    ['notas.log', 2_000, 'document', null, null],
    ['voz.ogg', 17 * MB, 'audio', 'tooLarge', null],
    ['contrato.pdf', 100 * MB, 'document', null, null],
    ['contrato.pdf', 100 * MB + 1, 'document', 'tooLarge', null],
    ['vazio.txt', 0, 'document', 'empty', null],
    [`${'a'.repeat(240)}.pdf`, 10, 'document', 'nameTooLong', null],
  ])('%s of %d bytes -> as %s, %s, %s', (name, size, sentAs, problem, remark) => {
    expect(chosenOf('1', { file: sized(size), name, picture: null })).toMatchObject({ sentAs, problem, remark });
  });
});

test.each([
  ['tudo.zip', 3 * MB, null],
  ['filme.mov', 90 * MB, null],
  ['foto.HEIC', 3 * MB, null],
  ['carta.odt', 3 * MB, null],
  ['voz.wav', 2 * MB, null],
  ['tudo.rar', 100 * MB + 1, 'tooLarge'],
  ['setup.exe', 3 * MB, 'program'],
  ['app.apk', 3 * MB, 'program'],
])('a gateway takes more, all as documents: %s of %d bytes -> %s', (name, size, problem) => {
  const chosen = chosenOf('1', { file: sized(size), name, picture: null }, true);
  expect(chosen).toMatchObject({ sentAs: 'document', tag: 'doc', problem });
});

/** Zeros with these bytes at their places. */
function head(...parts: readonly (readonly [at: number, bytes: string])[]): Blob {
  const all = Buffer.alloc(64);
  for (const [at, bytes] of parts) all.write(bytes, at, 'latin1');
  return new Blob([all]);
}

describe('a file that is called a picture is looked at before it is drawn', () => {
  const png = (width: string, height: string) =>
    head([0, '\x89PNG\r\n\x1A\n'], [12, 'IHDR'], [16, width], [20, height]);
  const jpeg = '\xFF\xD8\xFF\xE1\x00\x04ab\xFF\xFF\xC0\x00\x11\x08';
  test.each([
    ['foto.png', png('\0\0\x1F\x40', '\0\0\x17\x70'), null],
    ['foto.png', png('\0\0\x4E\x20', '\0\0\x4E\x20'), 'pixels'],
    ['foto.jpg', head([0, `${jpeg}\x17\x70\x1F\x40`]), null],
    ['foto.jpg', head([0, `${jpeg}\x4E\x20\x4E\x20`]), 'pixels'],
    ['foto.gif', head([0, 'GIF89a\x20\x4E\x20\x4E']), 'pixels'],
    ['figura.webp', head([0, 'RIFF'], [8, 'WEBPVP8X'], [24, '\xFF\x01\0\xFF\x01\0']), null],
    ['figura.webp', head([0, 'RIFF'], [8, 'WEBPVP8X'], [24, '\xFF\x3F\0\xFF\x3F\0']), 'pixels'],
    ['figura.webp', head([0, 'RIFF'], [8, 'WEBPVP8L'], [20, '\x2F\xFF\xFF\xFF\x0F']), 'pixels'],
    ['figura.webp', head([0, 'RIFF'], [8, 'WEBPVP8 '], [26, '\xFF\x3F\xFF\x3F']), 'pixels'],
    ['setup.jpg', head([0, 'MZ']), 'content'],
    ['logo.png', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>']), 'content'],
    ['meia.png', new Blob(['\x89PNG']), 'content'],
    ['contrato.pdf', head([0, 'MZ']), null],
  ])('%s -> %#: %s', async (name, file, problem) => {
    expect(await pictureProblem(file, name)).toBe(problem);
  });
});

test('thirty at a time: the rest is left out, and that is said', () => {
  expect(withinLimit(0, [1, 2])).toEqual({ taken: [1, 2], isCut: false });
  expect(withinLimit(29, [1, 2])).toEqual({ taken: [1], isCut: true });
  expect(withinLimit(30, [1])).toEqual({ taken: [], isCut: true });
});
