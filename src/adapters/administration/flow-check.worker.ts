import { check } from '../../../flows/check.ts';
import type { Proof } from '../../../flows/check.ts';
import type { Answer, Checking, Question } from './flow-workers.ts';

/* Checks flows beside the page, which stays usable meanwhile. */

addEventListener('message', ({ data: { number, asked } }: MessageEvent<Question<Checking>>) => {
  postMessage({ number, answered: check(asked.flow, { id: asked.id }) } satisfies Answer<Proof>);
});
