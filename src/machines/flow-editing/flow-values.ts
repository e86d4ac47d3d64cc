import { flowIn, placesIn } from '../../../flows/reading.ts';
import type { FormValues } from '../entities/forms.ts';
import { ordered } from './flow-document.ts';
import type { FlowDocument } from './flow-document.ts';

/** The document in a form's values; null if there is none in them. */
export function documentIn({ name, flow: value, places }: FormValues): FlowDocument | null {
  const flow = flowIn(value);
  if (flow === null) return null;
  return { name: typeof name === 'string' ? name : '', flow, places: ordered(flow, placesIn(places)) };
}

export function valuesOfDocument({ name, flow, places: { order, at } }: FlowDocument) {
  return { name, flow, places: { order, at } } satisfies FormValues;
}
