import type { Failure } from '../entities/failure.ts';
import type { FlowDocument, FlowEdit } from './flow-document.ts';
import { isChanged } from './flow-editing.machine.ts';
import type { FlowEditingSnapshot } from './flow-editing.machine.ts';

export type FlowEditingPhase = FlowEditingSnapshot['value'];

/** What is edited; null before it is loaded. */
export function selectDocument(snapshot: FlowEditingSnapshot): FlowDocument | null {
  return snapshot.context.document;
}

export function selectFlowIsUnsaved(snapshot: FlowEditingSnapshot): boolean {
  return isChanged(snapshot.context);
}

/** Whether the server's is on its way to take the place of what was changed here. */
export function selectIsGivenUp(snapshot: FlowEditingSnapshot): boolean {
  return snapshot.context.given !== null;
}

/** The step whose panel is open. */
export function selectChosen(snapshot: FlowEditingSnapshot): string | null {
  return snapshot.context.chosen;
}

/** The edit that undoes the last one; null if there is none. */
export function selectUndo(snapshot: FlowEditingSnapshot): FlowEdit | null {
  return snapshot.context.past.at(-1) ?? null;
}

export function selectRedo(snapshot: FlowEditingSnapshot): FlowEdit | null {
  return snapshot.context.future.at(-1) ?? null;
}

export function selectFlowFailure(snapshot: FlowEditingSnapshot): Failure | null {
  return snapshot.context.failure;
}

export function selectFlowVersion(snapshot: FlowEditingSnapshot): string | null {
  return snapshot.context.version;
}
