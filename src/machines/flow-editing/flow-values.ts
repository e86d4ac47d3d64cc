import * as z from 'zod/mini';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { FormValues } from '../entities/forms.ts';
import { ordered } from './flow-document.ts';
import type { FlowDocument, FlowPlaces } from './flow-document.ts';

const placesSchema = z.object({
  order: z.array(z.string()),
  at: z.record(z.string(), z.object({ x: z.number(), y: z.number() })),
});

const NOWHERE: FlowPlaces = { order: [], at: {} };

/** The places in a text or value; those of an older editor, or of none, are as if there were none. */
export function placesIn(value: unknown): FlowPlaces {
  const parsed = placesSchema.safeParse(value);
  return parsed.success ? parsed.data : NOWHERE;
}

/** The document in a form's values; null if there is none in them. */
export function documentIn({ name, flow, places }: FormValues): FlowDocument | null {
  const parsed = flowSchema.safeParse(flow);
  if (!parsed.success) return null;
  return {
    name: typeof name === 'string' ? name : '',
    flow: parsed.data,
    places: ordered(parsed.data, placesIn(places)),
  };
}

export function valuesOfDocument({ name, flow, places: { order, at } }: FlowDocument) {
  return { name, flow, places: { order, at } } satisfies FormValues;
}
