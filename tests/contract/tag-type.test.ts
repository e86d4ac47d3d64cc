import { describe, expect, it } from 'vitest';
import { type TagType } from '../../contract/facts/tag-type.ts';
import { tagTypeOfFileName } from '../../contract/facts/file-extensions.ts';

describe('the tag of a document', () => {
  it.each<[string, TagType]>([
    ['foto.JPG', 'image'],
    ['foto.jpeg', 'image'],
    ['boleto.pdf', 'pdf'],
    ['nota.xlsx', 'doc'],
    ['tabela.csv', 'doc'],
    ['voz.opus', 'audio'],
    ['voz.m4a', 'audio'],
    ['cena.3gp', 'video'],
    ['cena.webm', 'video'],
    ['oi.webp', 'sticker'],
    ['arquivo.zip', 'doc'],
    ['sem-ponto', 'doc'],
    ['x.constructor', 'doc'],
    ['', 'doc'],
  ])('%s is %s', (name, tag) => {
    expect(tagTypeOfFileName(name)).toBe(tag);
  });
});
