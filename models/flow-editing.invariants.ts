import { inverseOf } from '../src/machines/flow-editing/flow-document.ts';
import type { FlowDocument } from '../src/machines/flow-editing/flow-document.ts';
import type { FlowEditingContext } from '../src/machines/flow-editing/flow-editing.machine.ts';
import { drawn, partOf } from './flow-editing.drawing.ts';
import type { Invariant, Moment } from './model.ts';
import { areEqual } from './reference.ts';

interface Step {
  readonly event: Moment['event'];
  readonly key: string;
  readonly before: FlowEditingContext;
  readonly after: FlowEditingContext;
}

/** Looks at each event of a flow that is there before and after it. */
function ofEach(look: (step: Step) => string | null) {
  const known = new Map<string, FlowEditingContext>();
  return ({ app, event }: Moment): string | null => {
    for (const key of known.keys()) if (app.directory.flow(key) === undefined) known.delete(key);
    if (!('form' in event) || event.form !== 'flow') return null;
    const { key } = event;
    const before = known.get(key);
    const after = app.directory.flow(key)?.getSnapshot().context;
    if (after !== undefined) known.set(key, after);
    return before === undefined || after === undefined ? null : look({ event, key, before, after });
  };
}

const undoes: Invariant = {
  name: 'flow: the inverse of each edit restores what was there',
  ofState: true,
  follow: () =>
    ofEach(({ event, before: { document: before }, after: { document } }) => {
      if (event.type !== 'flow.edited' || before === null || document === null || document === before) return null;
      return areEqual(drawn(document, inverseOf(before, event.edit)), before) ? null : `${event.edit.of} isn't undone`;
    }),
};

const goesBack: Invariant = {
  name: 'flow: undoing goes back to what was there before, and on from there',
  follow: () => {
    const earlier = new Map<string, readonly FlowDocument[]>();
    return ofEach(({ event, key, before, after }) => {
      const were = earlier.get(key) ?? [];
      if (event.type === 'flow.edited' && event.by === 'undo') {
        const isLast = before.past.length > 0 && areEqual(before.past.at(-1), event.edit);
        if (isLast && after.past.length >= before.past.length) return 'nothing was undone';
        if (after.document === before.document) return null;
        const at = were.findLastIndex((each) => areEqual(each, after.document));
        earlier.set(key, were.slice(0, Math.max(0, at)));
        return at === -1 ? 'undone to what never was' : null;
      }
      if (after.document === before.document) return null;
      earlier.set(key, before.document === null ? [] : [...were, before.document]);
      return null;
    });
  },
};

const UNDONE_MAX = 200;

const typedAtOnce: Invariant = {
  name: 'flow: what is typed or moved in one place in a row is undone at once, all else by itself',
  follow: () => {
    const parts = new Map<string, string>();
    return ofEach(({ event, key, before, after }) => {
      if (event.type !== 'flow.edited') {
        const isSent = event.type === 'form.submitted' && after.request !== before.request;
        if (isSent || after.chosen !== before.chosen || after.document !== before.document) parts.delete(key);
        return null;
      }
      if (after.document === before.document) return null;
      const part = event.by === undefined ? partOf(event.edit)?.join(' ') : undefined;
      const isMore = part !== undefined && part === parts.get(key) && before.past.length > 0;
      const grown = after.past.length - before.past.length;
      // Typed back to what was there, it is over.
      if (part === undefined || (isMore && grown < 0)) parts.delete(key);
      else parts.set(key, part);
      // Of very many the first can't be undone any more.
      if (event.by !== undefined || before.past.length >= UNDONE_MAX || isMore === grown <= 0) return null;
      return isMore ? 'a further letter is undone by itself' : 'a change is undone with the one before';
    });
  },
};

const keepsEdits: Invariant = {
  name: 'flow: edits are taken, and survive refusals, conflicts and reloads',
  ofState: true,
  follow: () =>
    ofEach(({ event, before, after }) => {
      const { document, saved } = before;
      if (document === null) return null;
      if (event.type === 'flow.edited')
        return areEqual(drawn(document, event.edit), after.document) ? null : 'an edit was not taken';
      const isTaken = event.type === 'form.loaded' && (before.given !== null || areEqual(document, saved));
      return isTaken || areEqual(document, after.document) ? null : 'an edit was lost';
    }),
};

const staysUnsaved: Invariant = {
  name: 'flow: what is unsaved stays so until it is saved or changed, or what the server has was loaded',
  ofState: true,
  follow: () =>
    ofEach(({ event, before, after }) => {
      const isUnsaved = (of: FlowEditingContext) => of.document !== null && !areEqual(of.document, of.saved);
      if (['flow.edited', 'form.saved', 'form.loaded'].includes(event.type)) return null;
      return isUnsaved(before) && !isUnsaved(after) ? 'it passes for saved' : null;
    }),
};

const takesTheirs: Invariant = {
  name: 'flow: what the server has is taken where it was opened again for it, whatever was typed meanwhile',
  ofState: true,
  follow: () =>
    ofEach(({ event, before: { given, request }, after: { document, saved } }) => {
      if (event.type !== 'form.loaded' || event.request !== request || given === null) return null;
      return areEqual(given, saved) || areEqual(document, saved) ? null : 'it was not taken';
    }),
};

export const flowEditingInvariants: readonly Invariant[] = [
  undoes,
  goesBack,
  typedAtOnce,
  keepsEdits,
  staysUnsaved,
  takesTheirs,
];
