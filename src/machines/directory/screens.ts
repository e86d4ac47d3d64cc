import { createActor } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { editingMachine } from '../editing/editing.machine.ts';
import { listingMachine } from '../listing/listing.machine.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type {
  AdministrationEvent,
  EditingEvent,
  FormName,
  ListingEvent,
  ListName,
} from '../log/events-administration.ts';
import type { Command } from '../log/command.ts';

export type ListingActor = ActorRefFrom<typeof listingMachine>;
export type EditingActor = ActorRefFrom<typeof editingMachine>;

/** The lists and forms of the administration. A list is kept while one is logged in, a form until it is left. */
export interface Screens {
  readonly list: (name: ListName) => ListingActor | undefined;
  readonly form: (name: FormName, key: string) => EditingActor | undefined;
  /** Hands on what concerns a list or a form. */
  readonly take: (event: Logged<AdministrationEvent>) => void;
  /** Forgets all: what one person saw isn't left for the next. */
  readonly clear: () => void;
  readonly all: () => Iterable<readonly [string, ListingActor | EditingActor]>;
}

export type MakeScreens = (emit: (command: Command) => void, changed: () => void) => Screens;

/** Loaded with the first screen of the administration: who serves customers all day doesn't wait for it. */
export function createScreens(emit: (command: Command) => void, changed: () => void): Screens {
  const lists = new Map<ListName, ListingActor>();
  const forms = new Map<string, EditingActor>();
  // An actor of the same name begins where the one before ended, so that it doesn't take that one's late answer.
  const asked = new Map<string, number>();

  function forget(name: string, actor: ListingActor | EditingActor): void {
    actor.stop();
    asked.set(name, actor.getSnapshot().context.request);
  }

  function openList({ list, query }: EventOf<'list.opened'>): void {
    const actor = createActor(listingMachine, { input: { list, query, request: asked.get(list) ?? 0 } });
    lists.set(list, actor);
    actor.on('*', emit);
    actor.start();
    changed();
  }

  function openForm({ form, key }: EventOf<'form.opened'>): EditingActor {
    const name = nameOf(form, key);
    const actor = createActor(editingMachine, { input: { form, key, request: asked.get(name) ?? 0 } });
    forms.set(name, actor);
    actor.on('*', emit);
    actor.start();
    changed();
    return actor;
  }

  function toList(event: Logged<ListingEvent>): void {
    const actor = lists.get(event.list);
    if (actor !== undefined) actor.send(event);
    else if (event.type === 'list.opened') openList(event);
  }

  function toForm(event: Logged<EditingEvent>): void {
    const name = nameOf(event.form, event.key);
    const actor = forms.get(name);
    if (event.type === 'form.left') {
      if (actor === undefined) return;
      forget(name, actor);
      forms.delete(name);
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
    clear: () => {
      for (const [name, actor] of [...lists, ...forms]) forget(name, actor);
      lists.clear();
      forms.clear();
      changed();
    },
    *all() {
      for (const [name, actor] of lists) yield [`list:${name}`, actor];
      for (const [name, actor] of forms) yield [`form:${name}`, actor];
    },
  };
}

function nameOf(form: FormName, key: string): string {
  return `${form}:${key}`;
}
