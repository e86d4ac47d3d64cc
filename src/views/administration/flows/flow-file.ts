import { flowInFile } from '../../../../flows/reading.ts';
import { ordered } from '../../../machines/flow-editing/flow-document.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';

/** Saves the flow as a file, from which another company can make one too. */
export function saveFlowFile(document: FlowDocument): void {
  const link = window.document.createElement('a');
  const json = JSON.stringify(document, null, 2);
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  link.download = `${document.name.replaceAll(/[\\/:*?"<>|]/gu, ' ').trim() || 'flow'}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What such a file says; null if it isn't one. */
export function documentIn(json: string): FlowDocument | null {
  const read = flowInFile(json);
  return read === null ? null : { ...read, places: ordered(read.flow, read.places) };
}
