import { edited, inverseOf } from '../src/machines/flow-editing/flow-document.ts';
import type { FlowDocument } from '../src/machines/flow-editing/flow-document.ts';
import type { Invariant } from './model.ts';
import { areEqual } from './reference.ts';

const undoes: Invariant = {
  name: 'flow: the inverse of each edit restores what was there',
  ofState: true,
  follow: () => {
    const before = new Map<string, FlowDocument | null>();
    return ({ app, event }) => {
      if (!('form' in event) || event.form !== 'flow') return null;
      const document = app.directory.flow(event.key)?.getSnapshot().context.document ?? null;
      const earlier = before.get(event.key) ?? null;
      before.set(event.key, document);
      if (event.type !== 'flow.edited' || earlier === null || document === null || document === earlier) return null;
      return areEqual(edited(document, inverseOf(earlier, event.edit)), earlier)
        ? null
        : `${event.edit.of} isn't undone`;
    };
  },
};

const keepsEdits: Invariant = {
  name: 'flow: edits survive refusals, conflicts and reloads',
  ofState: true,
  follow: () => {
    let unsaved: FlowDocument | null = null;
    return ({ app, event }) => {
      if (event.type === 'logout.requested' || event.type === 'app.opened') unsaved = null;
      if (!('form' in event) || event.form !== 'flow') return null;
      const document = app.directory.flow(event.key)?.getSnapshot().context.document ?? null;
      if (event.type === 'flow.edited') unsaved = document;
      else if (event.type === 'form.saved' || event.type === 'form.left') unsaved = null;
      else if (unsaved !== null && document !== unsaved && event.type !== 'form.loaded') return 'an edit was lost';
      return null;
    };
  },
};

export const flowEditingInvariants: readonly Invariant[] = [undoes, keepsEdits];
