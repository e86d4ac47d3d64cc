import { readFile } from 'node:fs/promises';
import type { Chapter } from '../../../../src/views/support/manual/chapters.ts';
import { guide } from './chapters.ts';

/** What the guide's page loads. */
export interface GuideData {
  readonly chapters: Readonly<Record<string, Chapter>>;
  /** The files that it shows, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

export async function guideData(project: string): Promise<GuideData> {
  const shown = Object.values(guide)
    .flatMap(({ body }) => body.split('\n\n'))
    .filter((block) => block.startsWith('@ '));
  const files = await Promise.all(
    shown.map(async (block) => {
      const path = block.slice(2);
      return [path, await readFile(`${project}${path}`, 'utf8')] as const;
    }),
  );
  return { chapters: guide, files: Object.fromEntries(files) };
}
