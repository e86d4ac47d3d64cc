import * as z from 'zod/mini';
import { flowSchema } from '../../../../contract/flows/flow.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { ordered } from '../../../machines/flow-editing/flow-document.ts';
import { placesIn } from '../../../machines/flow-editing/flow-values.ts';

const fileSchema = z.object({ name: z.string(), flow: flowSchema, places: z.unknown() });

/** Saves the flow as a file, from which another company can make one too. */
export function saveFlowFile(document: FlowDocument): void {
  const link = window.document.createElement('a');
  const json = JSON.stringify(document, null, 2);
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  link.download = `${document.name.replaceAll(/[\\/:*?"<>|]/gu, ' ').trim() || 'flow'}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The flow in a file; null if there is none in it. */
export async function readFlowFile(file: File): Promise<FlowDocument | null> {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(await file.text()));
    if (!parsed.success) return null;
    const { name, flow, places } = parsed.data;
    return { name, flow, places: ordered(flow, placesIn(places)) };
  } catch {
    return null;
  }
}
