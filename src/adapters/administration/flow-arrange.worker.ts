import type { FlowDrawing, FlowPlacesAt } from '../../machines/entities/flows.ts';
import { arranged } from './arrange.ts';
import type { Answer, Question } from './flow-workers.ts';

/* Arranges flows beside the page. */

addEventListener('message', ({ data: { number, asked } }: MessageEvent<Question<FlowDrawing>>) => {
  postMessage({ number, answered: arranged(asked) } satisfies Answer<FlowPlacesAt>);
});
