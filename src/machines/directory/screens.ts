import type { Actor } from 'xstate';
import { editingMachine } from '../editing/editing.machine.ts';
import type { FormName } from '../entities/forms.ts';
import { listingMachine } from '../listing/listing.machine.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { AdministrationEvent, EditingEvent, ListingEvent, ListName } from '../log/events-administration.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

export type ListingActor = Actor<typeof listingMachine>;
export type EditingActor = Actor<typeof editingMachine>;

/** The lists and forms of the administration. A list is kept while one is logged in, a form until it is left. */
export interface Screens {
  readonly list: (name: ListName) => ListingActor | undefined;
  readonly form: (name: FormName, key: string) => EditingActor | undefined;
  /** Hands on what concerns a list or a form. */
  readonly take: (event: Logged<AdministrationEvent>) => void;
  /** Forgets all: what one person saw isn't left for the next. */
  readonly clear: () => void;
  readonly restore: (stored: StoredKinds) => void;
  readonly all: () => Iterable<NamedActor>;
}

export type MakeScreens = (core: Core, changed: () => void) => Screens;

/** Loaded with the first screen of the administration: who serves customers all day doesn't wait for it. */
export function createScreens(core: Core, changed: () => void): Screens {
  const lists = createKeyed<typeof listingMachine, ListName>('list', listingMachine, core);
  const forms = createKeyed<typeof editingMachine, string>('form', editingMachine, core);

  // Questions are numbered from the position on: a later actor of the same name doesn't take an earlier one's answer.
  function toList(event: Logged<ListingEvent>): void {
    const actor = lists.get(event.list);
    if (actor !== undefined) {
      actor.send(event);
    } else if (event.type === 'list.opened') {
      const { list, query, position } = event;
      lists.make(list, { list, query, request: position });
      changed();
    }
  }

  function openForm({ form, key, position }: Logged<EventOf<'form.opened'>>): EditingActor {
    const { actor } = forms.make(nameOf(form, key), { form, key, request: position });
    changed();
    return actor;
  }

  function toForm(event: Logged<EditingEvent>): void {
    const name = nameOf(event.form, event.key);
    const actor = forms.get(name);
    if (event.type === 'form.left') {
      if (actor === undefined) return;
      forms.forget(name);
      changed();
    } else if (event.type === 'form.opened') {
      (actor ?? openForm(event)).send(event);
    } else {
      actor?.send(event);
    }
    if (event.type !== 'form.saved') return;
    for (const list of event.lists) lists.get(list)?.send({ ...event, type: 'list.outdated', list });
  }

  return {
    list: (name) => lists.get(name),
    form: (name, key) => forms.get(nameOf(name, key)),
    take: (event) => {
      if ('list' in event) toList(event);
      else toForm(event);
    },
    restore: (stored) => {
      lists.restore(stored);
      forms.restore(stored);
      if (lists.size + forms.size > 0) changed();
    },
    clear: () => {
      for (const name of [...lists.keys()]) lists.forget(name);
      for (const name of [...forms.keys()]) forms.forget(name);
      changed();
    },
    *all() {
      yield* lists.named();
      yield* forms.named();
    },
  };
}

function nameOf(form: FormName, key: string): string {
  return `${form}:${key}`;
}
