import { flowFindingsSchema } from '../contract/entities/flow-finding.ts';
import type { FlowFinding } from '../contract/entities/flow-finding.ts';
import { flowFileSchema, flowPlacesSchema } from '../contract/flows/flow-file.ts';
import { flowNodeSchema, flowSchema, variableNameSchema } from '../contract/flows/flow.ts';
import type { Flow, FlowNode } from '../contract/flows/flow.ts';

/* Parses flows from outside: from forms, files and responses. */

/** The flow; null if the value isn't one. */
export function flowIn(value: unknown): Flow | null {
  const parsed = flowSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The order of the steps in an outline, and their positions in a drawing. */
export interface PlacesRead {
  readonly order: readonly string[];
  readonly at: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
}

/** Invalid places, such as those of another editor, count as none. */
export function placesIn(value: unknown): PlacesRead {
  const parsed = flowPlacesSchema.safeParse(value);
  return parsed.success ? parsed.data : { order: [], at: {} };
}

/** What is wrong with a step: the error key by the path of each invalid part. */
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

/** The flow in an exported file's text; null if it has none. */
export function flowInFile(text: string) {
  const parsed = flowFileSchema.safeParse(valueIn(text));
  return parsed.success ? { ...parsed.data, places: placesIn(parsed.data.places) } : null;
}

/** The findings in a server's JSON; null if it is missing or invalid. */
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
