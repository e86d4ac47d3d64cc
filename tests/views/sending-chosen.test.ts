import { describe, expect, test } from 'vitest';
import { IMAGE_MAX } from '../../contract/facts/outgoing-file.ts';
import { chosenOf, withinLimit } from '../../src/views/attendance/chat/sending/chosen.ts';

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
    ['setup.exe', 3 * MB, 'document', 'notTaken', null],
    ['notas.log', 2_000, 'document', null, null],
    ['voz.ogg', 17 * MB, 'audio', 'tooLarge', null],
    ['contrato.pdf', 100 * MB, 'document', null, null],
    ['contrato.pdf', 100 * MB + 1, 'document', 'tooLarge', null],
    ['vazio.txt', 0, 'document', 'empty', null],
    [`${'a'.repeat(240)}.pdf`, 10, 'document', 'nameTooLong', null],
  ])('%s of %d bytes -> as %s, %s, %s', (name, size, sentAs, problem, remark) => {
    expect(chosenOf('1', sized(size), name)).toMatchObject({ sentAs, problem, remark });
  });
});

test('thirty at a time: the rest is left out, and that is said', () => {
  expect(withinLimit(0, [1, 2])).toEqual({ taken: [1, 2], isCut: false });
  expect(withinLimit(29, [1, 2])).toEqual({ taken: [1], isCut: true });
  expect(withinLimit(30, [1])).toEqual({ taken: [], isCut: true });
});
