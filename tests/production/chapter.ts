/** A step of README's "In production": a heading, and the commands under it in their order. */
export interface ChapterStep {
  readonly title: string;
  /** Each the whole text of a shell block. */
  readonly blocks: readonly string[];
}

/** The steps of a chapter (`## title`) of a Markdown text. Throws when there is no such chapter, or none in it. */
export function readChapter(markdown: string, chapter: string): readonly ChapterStep[] {
  const [, text] = new RegExp(`^## ${chapter}\\n([^]*?)(?=^## |$(?![^]))`, 'mu').exec(markdown) ?? [];
  const parts = (text ?? '').split(/^### /mu).slice(1);
  if (parts.length === 0) throw new Error(`There is no chapter "${chapter}" with steps.`);
  return parts.map((part) => {
    const title = part.slice(0, part.indexOf('\n')).replace(/^\d+\. /u, '');
    const blocks = [...part.matchAll(/^( *)```sh\n([^]*?)^\1```$/gmu)].map(([, indent = '', code = '']) =>
      code.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''),
    );
    return { title, blocks };
  });
}
