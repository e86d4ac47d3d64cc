import type { Invariant } from './model.ts';

const savesOnce: Invariant = {
  name: 'form: a submit saves once; nothing is sent while a save is in flight',
  ofState: true,
  follow: () => {
    const under = new Map<string, number>();
    const last = new Map<string, number>();
    return ({ app, event, commands }) => {
      if (event.type === 'form.saved' || event.type === 'form.refused') {
        const name = `${event.form}:${event.key}`;
        if (under.get(name) === event.request) under.delete(name);
      }
      if (event.type === 'form.left' || event.type === 'form.stopped') under.delete(`${event.form}:${event.key}`);
      if (event.type === 'logout.requested' || event.type === 'app.opened') under.clear();
      for (const command of commands) {
        if (command.type !== 'form.save' && command.type !== 'form.load') continue;
        const name = `${command.form}:${command.key}`;
        if (command.request <= (last.get(name) ?? 0)) return `call ${command.request} of ${name} was sent twice`;
        last.set(name, command.request);
        if (command.type !== 'form.save') continue;
        if (under.has(name)) return `${name} is saved while it is being saved`;
        under.set(name, command.request);
        const { directory } = app;
        const held = command.form === 'flow' ? directory.flow(command.key) : directory.form(command.form, command.key);
        if (command.version !== (held?.getSnapshot().context.version ?? null))
          return `${name} overwrites a version that was never loaded`;
      }
      return null;
    };
  },
};

/** Unsaved changes end only by the user, a save or leaving the form. */
const keepsTyped: Invariant = {
  name: 'form: unsaved changes survive refusals, conflicts and reloads',
  ofState: true,
  follow: () => {
    const typed = new Map<string, Map<string, unknown>>();
    return ({ app, event }) => {
      if (event.type === 'logout.requested' || event.type === 'app.opened') typed.clear();
      if (!('form' in event)) return null;
      const name = `${event.form}:${event.key}`;
      const snapshot = app.directory.form(event.form, event.key)?.getSnapshot();
      if (snapshot === undefined || event.type === 'form.saved') {
        typed.delete(name);
        return null;
      }
      const fields = typed.get(name) ?? new Map<string, unknown>();
      typed.set(name, fields);
      const { values } = snapshot.context;
      if (event.type === 'form.changed' && values[event.field] === event.value) fields.set(event.field, event.value);
      for (const [field, value] of fields) {
        if (values[field] !== value) return `${name} lost the change of ${field}`;
      }
      return null;
    };
  },
};

const goneWhenLeft: Invariant = {
  name: 'form: removed when it is left',
  ofState: true,
  follow:
    () =>
    ({ app, event }) =>
      event.type === 'form.left' && app.directory.form(event.form, event.key) !== undefined
        ? `${event.form}:${event.key} is still there`
        : null,
};

export const editingInvariants: readonly Invariant[] = [savesOnce, keepsTyped, goneWhenLeft];
