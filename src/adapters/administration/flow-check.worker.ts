import { check } from '../../../flows/check.ts';
import type { FlowQuestion } from './flow-checker.ts';

/* Checks flows beside the page, which stays usable meanwhile. */

addEventListener('message', ({ data }: MessageEvent<FlowQuestion>) => {
  const { number, flow, id } = data;
  postMessage({ number, proof: check(flow, { id }) });
});
