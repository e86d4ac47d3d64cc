import { check } from '../../../flows/check.ts';
import type { Answer, Question } from './flow-checker.ts';

/* Checks flows beside the page, which stays usable meanwhile. */

addEventListener('message', ({ data: { number, asked } }: MessageEvent<Question>) => {
  postMessage({ number, answered: check(asked.flow, { id: asked.id }) } satisfies Answer);
});
