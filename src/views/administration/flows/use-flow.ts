import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import {
  selectChosen,
  selectDocument,
  selectFlowFailure,
  selectFlowIsUnsaved,
  selectFlowVersion,
  selectIsGivenUp,
  selectRedo,
  selectUndo,
  type FlowEditingPhase,
} from '../../../machines/flow-editing/flow-editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';

/** A flow that is being edited. */
export interface OpenFlow {
  readonly id: string;
  readonly phase: FlowEditingPhase;
  readonly document: FlowDocument | null;
  readonly chosen: string | null;
  readonly isUnsaved: boolean;
  /** It is loaded again to take what is saved. */
  readonly isGivenUp: boolean;
  readonly version: string | null;
  readonly failure: Failure | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly edit: (edit: FlowEdit) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly choose: (step: string | null) => void;
  readonly save: () => void;
  /** Loads it again, with the changes made here. */
  readonly retry: () => void;
  /** Loads what is saved in place of them; undoing brings them back. */
  readonly reopen: () => void;
}

/** Opens a flow while the view is mounted. */
export function useFlow(id: string): OpenFlow {
  const { directory, append } = useApp();
  const actor = useOnChange(directory.changed, () => directory.flow(id));
  useEffect(() => {
    append({ type: 'form.opened', form: 'flow', key: id, values: null });
    return () => append({ type: 'form.left', form: 'flow', key: id });
  }, [append, id]);
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : snapshot.value));
  const document = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectDocument(snapshot)));
  const chosen = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectChosen(snapshot)));
  const isUnsaved = useSelector(actor, (snapshot) => snapshot !== undefined && selectFlowIsUnsaved(snapshot));
  const isGivenUp = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsGivenUp(snapshot));
  const version = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectFlowVersion(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectFlowFailure(snapshot)));
  const before = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectUndo(snapshot)));
  const after = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectRedo(snapshot)));
  const of = { form: 'flow', key: id } as const;
  return {
    id,
    phase,
    document,
    chosen,
    isUnsaved,
    isGivenUp,
    version,
    failure,
    canUndo: before !== null,
    canRedo: after !== null,
    edit: (edit) => append({ type: 'flow.edited', ...of, edit }),
    undo: () => before !== null && append({ type: 'flow.edited', ...of, edit: before, by: 'undo' }),
    redo: () => after !== null && append({ type: 'flow.edited', ...of, edit: after, by: 'redo' }),
    choose: (step) => append({ type: 'form.changed', ...of, field: 'step', value: step }),
    save: () => append({ type: 'form.submitted', ...of }),
    retry: () => append({ type: 'form.retried', ...of }),
    reopen: () => append({ type: 'form.opened', ...of, values: null }),
  };
}
