type PageLink =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'gap'; readonly key: 'before' | 'after' };

/**
 * The first page, the last, and the neighbours of the current one; always the same number of entries if there are more
 * than seven pages.
 */
export function pagesAround(page: number, last: number): readonly PageLink[] {
  const span = (from: number, to: number): PageLink[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ kind: 'page', page: from + at }));
  if (last <= 7) return span(1, last);
  const before: PageLink = { kind: 'gap', key: 'before' };
  const after: PageLink = { kind: 'gap', key: 'after' };
  if (page <= 4) return [...span(1, 5), after, ...span(last, last)];
  if (page >= last - 3) return [...span(1, 1), before, ...span(last - 4, last)];
  return [...span(1, 1), before, ...span(page - 1, page + 1), after, ...span(last, last)];
}
