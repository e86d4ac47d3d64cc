import type { ChapterId, Manual } from './chapters.ts';

/** A matching chapter, with an excerpt around the match. */
interface Found {
  readonly id: ChapterId;
  readonly excerpt: string | undefined;
}

/** Characters of the excerpt before the match; twice that from it on. */
const AROUND = 34;

/** The chapters that contain every word, title matches first; all chapters for an empty search. */
export function findIn(manual: Manual, chapters: readonly ChapterId[], search: string): readonly Found[] {
  const words = plain(search).split(/\s+/u).filter(Boolean);
  const [first] = words;
  if (first === undefined) return chapters.map((id) => ({ id, excerpt: undefined }));
  const fitting = chapters.flatMap((id) => {
    const { title, body } = manual[id];
    const [inTitle, inBody] = [plain(title), plain(body)];
    if (!words.every((word) => inTitle.includes(word) || inBody.includes(word))) return [];
    const isTitled = words.every((word) => inTitle.includes(word));
    return [{ id, isTitled, excerpt: excerptOf(body, inBody.indexOf(first)) }];
  });
  return fitting
    .toSorted((a, b) => Number(b.isTitled) - Number(a.isTitled))
    .map(({ id, excerpt }) => ({ id, excerpt }));
}

/** Without capitals and accents; every character keeps its index. */
function plain(text: string): string {
  return Array.from(text, (character) => character.normalize('NFD').charAt(0).toLowerCase()).join('');
}

function excerptOf(body: string, at: number): string | undefined {
  if (at < 0) return undefined;
  const from = Math.max(0, body.lastIndexOf(' ', Math.max(0, at - AROUND)));
  const to = at + AROUND * 2;
  const part = body.slice(from, to).replaceAll(/[*\n-]+/gu, ' ');
  return `${from > 0 ? '…' : ''}${part.trim()}${to < body.trimEnd().length ? '…' : ''}`;
}
