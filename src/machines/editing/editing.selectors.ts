import type { Failure } from '../entities/failure.ts';
import type { FormValue } from '../entities/forms.ts';
import type { EditingSnapshot } from './editing.machine.ts';
import { sameValue } from './same-value.ts';

export type EditingPhase = EditingSnapshot['value'];

export function selectEditingPhase(snapshot: EditingSnapshot): EditingPhase {
  return snapshot.value;
}

/** What a field holds; null for nothing. */
export function selectValue(snapshot: EditingSnapshot, field: string): FormValue {
  return snapshot.context.values[field] ?? null;
}

/** Whether leaving would lose what was typed. */
export function selectIsUnsaved({ value, context }: EditingSnapshot): boolean {
  return value !== 'saved' && !sameValue(context.initial, context.values);
}

/** Why it didn't load or wasn't saved; null when nothing is wrong. */
export function selectEditingFailure(snapshot: EditingSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** The catalogue id of what is wrong with a field; undefined when nothing is. */
export function selectFieldProblem(snapshot: EditingSnapshot, field: string): string | undefined {
  return snapshot.context.failure?.fields[field];
}

/** Whether somebody else has changed the field while it was open here. */
export function selectIsTheirs({ context }: EditingSnapshot, field: string): boolean {
  return context.theirs.includes(field);
}

/** Whether somebody else has changed anything while it was open here. */
export function selectHasTheirs({ context }: EditingSnapshot): boolean {
  return context.theirs.length > 0;
}

/** The id of what was saved; null before, and where nothing has one. */
export function selectSavedId(snapshot: EditingSnapshot): string | null {
  return snapshot.context.savedId;
}

/** So much of a file on its way has come, in bytes; null before that is known. */
export function selectBytes(snapshot: EditingSnapshot): number | null {
  return snapshot.context.bytes;
}
