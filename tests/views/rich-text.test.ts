import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, type Block } from '../../src/views/rich-text/blocks.ts';
import { MARKED_MAX, parseText, type TextToken } from '../../src/views/rich-text/parse.ts';
import type { Readable } from '../../src/views/rich-text/readable.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

const text = (value: string): TextToken => ({ kind: 'text', text: value });
const link = (value: string, href: string): TextToken => ({ kind: 'link', text: value, href });

describe('a message’s text', () => {
  it.each<[string, TextToken[]]>([
    ['oi', [text('oi')]],
    ['*oi*', [{ kind: 'bold', children: [text('oi')] }]],
    ['_oi_ já', [{ kind: 'italic', children: [text('oi')] }, text(' já')]],
    ['~caro~', [{ kind: 'strike', children: [text('caro')] }]],
    ['*_oi_*', [{ kind: 'bold', children: [{ kind: 'italic', children: [text('oi')] }] }]],
    ['`a*b*`', [{ kind: 'mono', text: 'a*b*' }]],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['nota_fiscal_2231', [text('nota_fiscal_2231')]],
    ['*aberto', [text('*aberto')]],
    ['*uma\nlinha*', [text('*uma\nlinha*')]],
    [
      'veja https://aurora.example/a_b_c.',
      [text('veja '), link('https://aurora.example/a_b_c', 'https://aurora.example/a_b_c'), text('.')],
    ],
    ['(www.aurora.example)', [text('('), link('www.aurora.example', 'https://www.aurora.example/'), text(')')]],
    ['ana@aurora.example', [link('ana@aurora.example', 'mailto:ana@aurora.example')]],
    ['tel:+5511987654321', [link('tel:+5511987654321', 'tel:+5511987654321')]],
    ['javascript:alert(1)', [text('javascript:alert(1)')]],
    ['<img src=x onerror=alert(1)>', [text('<img src=x onerror=alert(1)>')]],
    ['', []],
  ])('%s', (source, tokens) => {
    expect(parseText(source)).toEqual(tokens);
  });

  it.each<[string, TextToken[]]>([
    [
      '*_~todas~_*',
      [{ kind: 'bold', children: [{ kind: 'italic', children: [{ kind: 'strike', children: [text('todas')] }] }] }],
    ],
    ['*a _b* c_', [{ kind: 'bold', children: [text('a _b')] }, text(' c_')]],
    ['```a\n`b` *c*```', [{ kind: 'mono', text: 'a\n`b` *c*' }]],
    ['```a`', [text('``'), { kind: 'mono', text: 'a' }]],
    ['`a\nb`', [text('`a\nb`')]],
    ['a@b ana@x.y.', [text('a@b '), link('ana@x.y', 'mailto:ana@x.y'), text('.')]],
    ['https://a.b/(c)', [link('https://a.b/(c)', 'https://a.b/(c)')]],
    ['www.a.b www.', [link('www.a.b', 'https://www.a.b/'), text(' www.')]],
    ['tel:...', [text('tel:...')]],
    [`https://${'a'.repeat(254)}/`, [text(`https://${'a'.repeat(254)}/`)]],
  ])('reads %s', (source, tokens) => {
    expect(parseText(source)).toEqual(tokens);
  });

  it.each(['*a* ', '`a` ', '```a``` ', 'www.a ', '*_a_* '])('goes on plain after %s many times', (part) => {
    const tokens = parseText(part.repeat(2_000));
    const count = (pieces: readonly TextToken[]): number =>
      pieces.reduce(
        (sum, piece) => sum + (piece.kind === 'text' ? 0 : 1) + ('children' in piece ? count(piece.children) : 0),
        0,
      );
    expect(count(tokens)).toBe(MARKED_MAX);
    expect(wordsOf(tokens).replaceAll('`', '')).toBe(part.repeat(2_000).replaceAll('`', ''));
  });

  it('loses no character', () => {
    fc.assert(
      fc.property(hostileText(24), (source) => {
        expect(wordsOf(parseText(source)).replaceAll('`', '')).toBe(source.replaceAll('`', ''));
      }),
      { numRuns: 2000 },
    );
  });

  describe('is read in a time in proportion to its length', () => {
    it.each(Object.entries(HOSTILE_TEXTS))('%s', (_name, textOf) => {
      expect(workOn(textOf(65_536))).toBeLessThan(WORK_MAX * 65_536);
    });

    it('whatever is repeated in it', () => {
      fc.assert(
        fc.property(hostileText(6), hostileText(3), (part, end) => {
          const source = part.repeat(Math.ceil(4096 / Math.max(part.length, 1))).slice(0, 4096) + end;
          expect(workOn(source)).toBeLessThan(WORK_MAX * (source.length + 1));
        }),
        { numRuns: 500 },
      );
    });

    it('also of a megabyte, without running out of stack', () => {
      const source = ' *a _b ~c'.repeat(120_000);
      expect(wordsOf(parseText(source))).toBe(source);
      expect(parseText('www.a '.repeat(120_000))).toHaveLength(2 * MARKED_MAX + 1);
    });
  });
});

const items = (...words: readonly [string, string][]): Block => ({
  kind: 'list',
  items: words.map(([mark, item]) => ({ mark, text: item })),
});

describe('lists and quotes', () => {
  it.each<[string, Block[]]>([
    ['* um\n- dois', [items(['•', 'um'], ['•', 'dois'])]],
    [
      'Leve:\n1. RG\n2. CPF\nAté já',
      [{ kind: 'text', text: 'Leve:' }, items(['1.', 'RG'], ['2.', 'CPF']), { kind: 'text', text: 'Até já' }],
    ],
    ['> um\n> *dois*\n* três', [{ kind: 'quote', lines: ['um', '*dois*'] }, items(['•', 'três'])]],
    ['- um\n\n- dois', [items(['•', 'um']), { kind: 'text', text: '' }, items(['•', 'dois'])]],
    ['oi\n```\n- um\n```\n- dois', [{ kind: 'text', text: 'oi\n```\n- um\n```' }, items(['•', 'dois'])]],
    ['```a``` b ```\n- um```', [{ kind: 'text', text: '```a``` b ```\n- um```' }]],
    ['- ```um```\n- dois', [items(['•', '```um```'], ['•', 'dois'])]],
  ])('%j', (source, blocks) => {
    expect(blocksOf(source)).toEqual(blocks);
  });

  it.each(['*oi*', '-5 graus', '>:(', '1.500', '12345. é', '1.', '- ', 'a - b', 'a > b', '. oi', ''])(
    'none in %j',
    (source) => {
      expect(blocksOf(source)).toEqual(source === '' ? [] : [{ kind: 'text', text: source }]);
    },
  );

  it.each(['- a\n', '> a\n', '1. a\n', '```\n', '- ```a\n', '-'])('are read in linear time: %j', (part) => {
    expect(workOn(part.repeat(20_000), blocksOf)).toBeLessThan(WORK_MAX * part.length * 20_000);
  });
});

/** So often at most a character is looked at. A second walk over what was walked already would be thousands. */
const WORK_MAX = 40;

function hostileText(maxLength: number): fc.Arbitrary<string> {
  const pieces = ['*', '_', '~', '`', '```', 'a', '1', ' ', '\n', '.', ',', '(', ')', '@', '-', '/', 'é', '😀'];
  const prefixes = ['www.', 'http://', 'HTTPS://', 'mailto:', 'tel:', 'x.y', 'h', 'w', 't'];
  return fc.array(fc.constantFrom(...pieces, ...prefixes), { maxLength }).map((parts) => parts.join(''));
}

const MARKS = { bold: '*', italic: '_', strike: '~' } as const;

/** What the tokens say with their marks, but for backticks. */
function wordsOf(tokens: readonly TextToken[]): string {
  return tokens
    .map((token) =>
      'children' in token ? MARKS[token.kind] + wordsOf(token.children) + MARKS[token.kind] : token.text,
    )
    .join('');
}

/** How many characters the parser looks at, each as often as it does; too many end it. */
function workOn(source: string, read: (text: Readable) => unknown = parseText): number {
  let work = 0;
  const did = (characters: number): void => {
    work += characters;
    if (work > WORK_MAX * (source.length + 1))
      throw new Error(`More than ${work} characters of ${source.length} looked at`);
  };
  const counted: Readable = {
    length: source.length,
    charAt(at) {
      did(1);
      return source.charAt(at);
    },
    indexOf(sought, from = 0) {
      const at = source.indexOf(sought, from);
      did(1 + (at < 0 ? source.length : at) - Math.min(from, source.length));
      return at;
    },
    slice(from, to) {
      const part = source.slice(from, to);
      did(1 + part.length);
      return part;
    },
  };
  read(counted);
  return work;
}
