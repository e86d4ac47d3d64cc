import type { ServerModel } from './server-model.ts';

/** `some in`: rows were imported, so there is something to undo. */
export type ImportState =
  | 'uploading'
  | 'mapping'
  | 'checking'
  | 'ready'
  | 'importing'
  | 'importing, some in'
  | 'paused'
  | 'paused, some in'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'failed'
  | 'failed, some in'
  | 'cancelled'
  | 'cancelled, some in';

export type ImportEvent =
  // A node's, which may come too late.
  | 'inspected'
  | 'checked'
  | 'chunk'
  | 'finished'
  | 'failed'
  // A person's.
  | 'mapped'
  | 'started'
  | 'paused'
  | 'resumed'
  | 'undo'
  | 'cancelled';

export const importModel: ServerModel<ImportState, ImportEvent> = {
  name: 'import',
  first: 'uploading',
  otherwise: {
    inspected: 'ignored',
    checked: 'ignored',
    chunk: 'ignored',
    finished: 'ignored',
    failed: 'ignored',
    mapped: 'refused',
    started: 'refused',
    paused: 'refused',
    resumed: 'refused',
    undo: 'refused',
    cancelled: 'refused',
  },
  expected: {
    uploading: { inspected: 'mapping', failed: 'failed', cancelled: 'cancelled' },
    mapping: { mapped: 'checking', cancelled: 'cancelled' },
    checking: { checked: 'ready', failed: 'failed', mapped: 'checking', cancelled: 'cancelled' },
    ready: { mapped: 'checking', started: 'importing', cancelled: 'cancelled' },
    importing: {
      chunk: 'importing, some in',
      finished: 'done',
      failed: 'failed',
      paused: 'paused',
      cancelled: 'cancelled',
    },
    'importing, some in': {
      chunk: 'importing, some in',
      finished: 'done',
      failed: 'failed, some in',
      paused: 'paused, some in',
      cancelled: 'cancelled, some in',
    },
    // A chunk in progress when somebody paused is still imported.
    paused: { chunk: 'paused, some in', resumed: 'importing', cancelled: 'cancelled' },
    'paused, some in': {
      chunk: 'paused, some in',
      resumed: 'importing, some in',
      cancelled: 'cancelled, some in',
    },
    done: { undo: 'undoing' },
    undoing: { finished: 'undone', failed: 'failed, some in' },
    undone: {},
    failed: {},
    'failed, some in': { undo: 'undoing' },
    cancelled: {},
    'cancelled, some in': { undo: 'undoing' },
  },
};
