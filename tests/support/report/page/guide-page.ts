import { parseText } from '../../../../src/views/rich-text/parse.ts';
import type { TextToken } from '../../../../src/views/rich-text/parse.ts';
import type { Chapter } from '../../../../src/views/support/manual/chapters.ts';
import type { GuideData } from '../guide/guide-data.ts';
import { command, h } from './dom.ts';

/** The guide, its chapters one below the other. */
export function guidePage({ chapters, files }: GuideData): HTMLElement {
  const entries = Object.entries(chapters);
  const links = entries.map(([id, { title }]) => h('li', {}, h('a', { href: `#${id}` }, title)));
  return h(
    'main',
    { class: 'guide' },
    h('nav', { 'aria-label': 'Capítulos' }, h('h1', {}, 'Guia de QA'), h('ul', { role: 'list' }, links)),
    h(
      'div',
      { class: 'chapters' },
      entries.map(([id, chapter]) => article(id, chapter, files)),
    ),
  );
}

function article(id: string, { title, body }: Chapter, files: GuideData['files']): HTMLElement {
  const blocks = body.split('\n\n').map((block) => drawn(block, files));
  return h('article', { id }, h('h2', {}, title), blocks);
}

function drawn(block: string, files: GuideData['files']): HTMLElement {
  const lines = block.split('\n');
  if (block.startsWith('$ ')) {
    return h(
      'div',
      {},
      lines.map((line) => command(line.slice(2))),
    );
  }
  if (block.startsWith('@ ')) {
    const path = block.slice(2);
    // It scrolls, so the keyboard has to reach it.
    const code = h('pre', { tabindex: 0, 'aria-label': path }, h('code', {}, files[path] ?? ''));
    return h('figure', {}, h('figcaption', {}, h('code', {}, path)), code);
  }
  if (block.startsWith('- ')) {
    return h(
      'ul',
      {},
      lines.map((line) => h('li', {}, marked(line.slice(2)))),
    );
  }
  return h('p', {}, marked(block));
}

function marked(text: string): readonly (Node | string)[] {
  return parseText(text).map(token);
}

function token(part: TextToken): Node | string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'mono':
      return h('code', {}, part.text);
    case 'link':
      return h('a', { href: part.href }, part.text);
    case 'bold':
    case 'italic':
    case 'strike':
      return h({ bold: 'strong', italic: 'em', strike: 's' }[part.kind], {}, part.children.map(token));
  }
}
