import { describe, expect, it } from 'vitest';
import { parseText, type TextToken } from '../../src/views/rich-text/parse.ts';

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

  it('stays quick on a hostile text', () => {
    const hostile = '*a'.repeat(2048);
    expect(JSON.stringify(parseText(hostile))).toContain('*a');
  });
});
