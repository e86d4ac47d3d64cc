import { flowFindingsSchema } from '../contract/entities/flow-finding.ts';
import type { FlowFinding } from '../contract/entities/flow-finding.ts';
import { flowFileSchema, flowPlacesSchema } from '../contract/flows/flow-file.ts';
import { flowNodeSchema, flowSchema, variableNameSchema } from '../contract/flows/flow.ts';
import type { Flow, FlowNode } from '../contract/flows/flow.ts';

/* Flows as they come from outside: out of forms, files and answers. */

/** Null if the value is no flow. */
export function flowIn(value: unknown): Flow | null {
  const parsed = flowSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The order in which an outline lists the steps, and where a drawing has them. */
export interface PlacesRead {
  readonly order: readonly string[];
  readonly at: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
}

/** Places that aren't any, as of another editor, are as if there were none. */
export function placesIn(value: unknown): PlacesRead {
  const parsed = flowPlacesSchema.safeParse(value);
  return parsed.success ? parsed.data : { order: [], at: {} };
}

/** What a step lacks to be one: the path of each wrong part with its error's key. */
export function gapsIn(node: FlowNode): ReadonlyMap<string, string> {
  const parsed = flowNodeSchema.safeParse(node);
  if (parsed.success) return new Map();
  return new Map(
    parsed.error.issues.map(({ path, message }) => [
      path.map(String).join('.'),
      message.startsWith('error.') ? message : 'error.field.required',
    ]),
  );
}

export function isVariableName(name: string): boolean {
  return variableNameSchema.safeParse(name).success;
}

/** The flow in an exported file's text; null if there is none in it. */
export function flowInFile(text: string) {
  const parsed = flowFileSchema.safeParse(valueIn(text));
  return parsed.success ? { ...parsed.data, places: placesIn(parsed.data.places) } : null;
}

/** What a server found, as JSON; null if nothing did. */
export function findingsIn(json: string | number | undefined): readonly FlowFinding[] | null {
  const parsed = flowFindingsSchema.safeParse(typeof json === 'string' ? valueIn(json) : null);
  return parsed.success ? parsed.data : null;
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
