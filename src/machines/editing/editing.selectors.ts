import type { Failure } from '../entities/failure.ts';
import type { FieldName, FormValue } from '../entities/forms.ts';
import type { EditingSnapshot } from './editing.machine.ts';
import { sameValue } from './same-value.ts';

export type EditingPhase = EditingSnapshot['value'];

export function selectEditingPhase(snapshot: EditingSnapshot): EditingPhase {
  return snapshot.value;
}

/** The value of a field; null if unset. */
export function selectValue(snapshot: EditingSnapshot, field: FieldName): FormValue {
  return snapshot.context.values[field] ?? null;
}

/** Whether there are unsaved changes. */
export function selectIsUnsaved({ value, context }: EditingSnapshot): boolean {
  return value !== 'saved' && !sameValue(context.initial, context.values);
}

/** Why the form failed to load or to save; null for no failure. */
export function selectEditingFailure(snapshot: EditingSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** The catalogue id of a field's error; undefined for none. */
export function selectFieldProblem(snapshot: EditingSnapshot, field: FieldName): string | undefined {
  return snapshot.context.failure?.fields[field];
}

/** Whether somebody else changed the field while the form was open. */
export function selectIsTheirs({ context }: EditingSnapshot, field: FieldName): boolean {
  return context.theirs.includes(field);
}

/** Whether somebody else changed any field while the form was open. */
export function selectHasTheirs({ context }: EditingSnapshot): boolean {
  return context.theirs.length > 0;
}

/** The saved thing's id; null before a save, or if it has none. */
export function selectSavedId(snapshot: EditingSnapshot): string | null {
  return snapshot.context.savedId;
}

/** What came of the last save, in numbers. */
export function selectCounts(snapshot: EditingSnapshot): Readonly<Record<string, number>> {
  return snapshot.context.counts;
}

/** Progress of a download in bytes; null while unknown. */
export function selectBytes(snapshot: EditingSnapshot): number | null {
  return snapshot.context.bytes;
}
