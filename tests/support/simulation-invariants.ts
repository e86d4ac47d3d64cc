import type { Invariant } from '../../models/model.ts';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { App } from '../../src/machines/app.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { isVisible } from '../../src/machines/inbox/matches.ts';
import type { TicketActor } from '../../src/machines/conversation/conversation.actors.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { selectLoadFailure, selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectHasUnseen } from '../../src/machines/unseen/unseen.selectors.ts';
import type { Client } from './client.ts';
import { conversationIn } from './conversation.ts';
import { allInvariants } from './paths-models.ts';
import { unopened } from './replay-invariants.ts';

interface Held {
  readonly id: string;
  readonly snapshot: ReturnType<TicketActor['getSnapshot']>;
  readonly ticket: Attendance | null;
}

function heldTickets({ directory }: App): readonly Held[] {
  return [...directory.actors()].flatMap(([key]) => {
    const id = key.startsWith('ticket:') ? key.slice('ticket:'.length) : null;
    const snapshot = id === null ? undefined : directory.ticket(id)?.getSnapshot();
    return id === null || snapshot === undefined ? [] : [{ id, snapshot, ticket: selectTicket(snapshot) }];
  });
}

/** Another session begins with what the server then says. */
function beginsAnew({ type }: AppEvent): boolean {
  return type === 'app.opened' || type === 'login.succeeded' || type === 'logout.requested';
}

const rowsRise: Invariant = {
  name: 'ticket: the tick of a row only rises',
  follow: () => {
    const highest = new Map<string, number>();
    return ({ app, event }) => {
      if (beginsAnew(event)) highest.clear();
      for (const { id } of heldTickets(app)) {
        const last = conversationIn(app.directory, id)?.context.lastMessage ?? null;
        if (last === null) continue;
        const key = `${id}: ${last.id}`;
        const before = highest.get(key) ?? 0;
        if (last.ack < before) return `ticket ${id}: message ${last.id} went from ${before} to ${last.ack}`;
        highest.set(key, last.ack);
      }
      return null;
    };
  },
};

const totalCounted: Invariant = {
  name: 'unseen: the total is the number of conversations with something unseen and an open ticket that no flow has',
  follow:
    () =>
    ({ app }) => {
      const { directory } = app;
      const viewer = selectViewer(directory.auth.getSnapshot());
      if (viewer === null) return null;
      const keys = new Set<string>();
      for (const { snapshot, ticket } of heldTickets(app)) {
        // On the screen alone: it wasn't listed after a break, and may be somebody else's by now.
        if (selectLoadFailure(snapshot) !== null) continue;
        if (ticket === null || ticket.finishedAt !== null || !isVisible(ticket, viewer)) continue;
        if (ticket.inFlow === true) continue;
        const key = conversationKey(ticket.customer.id, ticket.instance.id);
        const counter = directory.unseen(key)?.getSnapshot();
        if (counter !== undefined && selectHasUnseen(counter)) keys.add(key);
      }
      const total = directory.totalUnseen.getSnapshot();
      // What isn't held counts too; that it is right shows where the screen is compared with a fresh login's.
      return total >= keys.size ? null : `${total}, and there are ${keys.size} of those held`;
    },
};

/** Those of the models, and what can be told only where the server keeps to its rules. */
export const everyInvariant: readonly Invariant[] = [...allInvariants, rowsRise, totalCounted];

/** Checks every invariant after each event of a page from its first one on; answers what was wrong so far. */
export function followInvariants({ app, events, commands }: Client): () => readonly string[] {
  const followers = everyInvariant.map(({ name, follow }) => ({ name, check: follow(unopened) }));
  const problems: string[] = [];
  let seen = 0;

  function look(event: Logged): void {
    const given: readonly Command[] = commands.slice(seen);
    seen = commands.length;
    for (const { name, check } of followers) {
      const wrong = check({ app, event, commands: given });
      if (wrong !== null) problems.push(`${name}: ${wrong} (at ${event.position}, ${event.type})`);
    }
  }

  for (const event of events.items) look(event);
  app.log.subscribe(look);
  return () => problems;
}
