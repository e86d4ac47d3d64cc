import type { ImportStatus } from '../../../contract/facts/imports.ts';

/** What happens to an import. `inspected`, `checked`, `finished` and `failed` come from the node that works on it. */
export const IMPORT_EVENTS = [
  'inspected',
  'mapped',
  'checked',
  'started',
  'paused',
  'resumed',
  'cancelled',
  'undo',
  'finished',
  'failed',
] as const;
export type ImportEvent = (typeof IMPORT_EVENTS)[number];

/** State transitions; a missing entry means the event is refused. */
export const IMPORT_TRANSITIONS: Readonly<Record<ImportStatus, Readonly<Partial<Record<ImportEvent, ImportStatus>>>>> =
  {
    uploading: { inspected: 'mapping', failed: 'failed', cancelled: 'cancelled' },
    mapping: { mapped: 'checking', cancelled: 'cancelled' },
    checking: { checked: 'ready', mapped: 'checking', failed: 'failed', cancelled: 'cancelled' },
    ready: { started: 'importing', mapped: 'checking', cancelled: 'cancelled' },
    importing: { finished: 'done', paused: 'paused', failed: 'failed', cancelled: 'cancelled' },
    paused: { resumed: 'importing', cancelled: 'cancelled' },
    done: { undo: 'undoing' },
    undoing: { finished: 'undone', failed: 'failed' },
    undone: {},
    // Rows imported before it ended can be undone, too.
    failed: { undo: 'undoing' },
    cancelled: { undo: 'undoing' },
  };

export function importAfter(status: ImportStatus, event: ImportEvent): ImportStatus | undefined {
  return IMPORT_TRANSITIONS[status][event];
}

/** The states in which the file isn't needed any more. */
export const ENDED: readonly ImportStatus[] = ['done', 'undoing', 'undone', 'failed', 'cancelled'];

/** The states that wait for a person, who may never come back. */
export const WAITING: readonly ImportStatus[] = ['mapping', 'ready', 'paused'];

/** The states in which a file's customers are still to come in. */
export const COMING_IN: readonly ImportStatus[] = ['importing', 'paused'];

/** The states that a node works on. */
export const WORKED_ON = ['uploading', 'checking', 'importing', 'undoing'] as const satisfies readonly ImportStatus[];
