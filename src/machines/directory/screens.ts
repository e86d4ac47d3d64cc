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

/** The administration's lists and forms. A list is kept for the whole session, a form until it is left. */
export interface Screens {
  readonly list: (name: ListName) => ListingActor | undefined;
  readonly form: (name: FormName, key: string) => EditingActor | undefined;
  /** Sends an event to its list or form. */
  readonly take: (event: Logged<AdministrationEvent>) => void;
  /** A frame of the stream concerns lists. */
  readonly takeFrame: (event: Logged<EventOf<'customer.updated' | 'list.updated'>>) => void;
  /** Frames were lost: whatever one of them may have changed is loaded again. */
  readonly takeGap: (event: Logged<EventOf<'socket.greeted'>>) => void;
  /** Removes all, at the end of a session. */
  readonly clear: () => void;
  readonly restore: (stored: StoredKinds) => void;
  readonly all: () => Iterable<NamedActor>;
}

export type MakeScreens = (core: Core, changed: () => void) => Screens;

/** Loaded with the first screen of the administration, so that attendance needn't load it. */
export function createScreens(core: Core, changed: () => void): Screens {
  const lists = createKeyed<typeof listingMachine, ListName>('list', listingMachine, core);
  const forms = createKeyed<typeof editingMachine, string>('form', editingMachine, core);

  // Calls are numbered from the log position on, so that an actor ignores answers to an earlier one of the same name.
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
    takeFrame: (event) => {
      const names = event.type === 'customer.updated' ? CUSTOMER_LISTS : (LISTS_BY_WIRE_NAME[event.what] ?? []);
      for (const list of names) lists.get(list)?.send({ ...event, type: 'list.outdated', list });
    },
    takeGap: (event) => {
      for (const list of TOLD_LISTS) lists.get(list)?.send({ ...event, type: 'list.outdated', list });
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

/** Lists that show one customer. */
const CUSTOMER_LISTS: readonly ListName[] = ['chat.customer'];
/** The lists that a `ListUpdated` frame makes outdated, by its name on the wire. */
const LISTS_BY_WIRE_NAME: Readonly<Record<string, readonly ListName[]>> = {
  tags: ['tags', 'chat.customer'],
  outcomes: ['outcomes', 'chat.outcomes'],
  quick_replies: ['quickReplies', 'chat.quickReplies'],
  saved_views: ['chat.views'],
  scheduled_messages: ['chat.scheduled'],
  message_templates: ['chat.templates'],
  message_limit: ['messageLimit'],
  customer_fields: ['customerFields', 'chat.customer'],
};
const TOLD_LISTS: ReadonlySet<ListName> = new Set([...CUSTOMER_LISTS, ...Object.values(LISTS_BY_WIRE_NAME).flat()]);

function nameOf(form: FormName, key: string): string {
  return `${form}:${key}`;
}
