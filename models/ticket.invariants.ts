import type { App } from '../src/machines/app.ts';
import type { TicketSnapshot } from '../src/machines/ticket/ticket.machine.ts';
import type { Invariant } from './model.ts';

function* ticketsOf({ directory }: App): Iterable<readonly [string, TicketSnapshot]> {
  for (const [key] of directory.actors()) {
    const id = /^ticket:(.+)$/.exec(key)?.[1];
    const snapshot = id === undefined ? undefined : directory.ticket(id)?.getSnapshot();
    if (id !== undefined && snapshot !== undefined) yield [id, snapshot];
  }
}

/** Follows something for each ticket as long as it is held, and begins anew when it is held again. */
function forEachTicket<Memory>(
  begin: () => Memory,
  check: (snapshot: TicketSnapshot, memory: Memory) => string | null,
): Invariant['follow'] {
  return () => {
    let held = new Map<string, Memory>();
    return ({ app }) => {
      const next = new Map<string, Memory>();
      for (const [id, snapshot] of ticketsOf(app)) {
        const memory = held.get(id) ?? begin();
        next.set(id, memory);
        const wrong = check(snapshot, memory);
        if (wrong !== null) return `ticket ${id}: ${wrong}`;
      }
      held = next;
      return null;
    };
  };
}

const finishedAbsorbs: Invariant = {
  name: 'ticket: finished is for good',
  follow: forEachTicket(
    () => ({ finished: false }),
    (snapshot, memory) => {
      const isFinished = snapshot.matches({ lifecycle: 'finished' });
      if (memory.finished && !isFinished) return 'it was finished, and is open again';
      memory.finished = isFinished;
      const toldSo = snapshot.context.ticket?.finishedAt ?? null;
      return isFinished === (toldSo !== null) ? null : `finished at ${toldSo}, and not taken so`;
    },
  ),
};

const acksRise: Invariant = {
  name: 'ticket: an ack only rises, an error stays until a higher ack refutes it',
  follow: forEachTicket(
    () => new Map<string, { readonly ack: number; readonly errorCode: string | null }>(),
    ({ context }, acks) => {
      for (const { id, ack, errorCode } of context.chat?.messages ?? []) {
        const before = acks.get(id);
        if (before !== undefined && ack < before.ack) return `message ${id} fell from ${before.ack} to ${ack}`;
        const isRefuted = before !== undefined && (ack > before.ack || before.errorCode === 'uncertain');
        if (before?.errorCode && errorCode !== before.errorCode && !isRefuted)
          return `the error of message ${id} is gone`;
        acks.set(id, { ack, errorCode });
      }
      return null;
    },
  ),
};

const eachOnce: Invariant = {
  name: 'ticket: each message once, in the order of the server',
  follow: forEachTicket(
    () => null,
    ({ context: { chat, ticket, temps } }) => {
      const messages = chat?.messages ?? [];
      for (const [at, { id }] of messages.entries()) {
        const before = messages[at - 1];
        if (before && Number(before.id) >= Number(id)) return `message ${before.id} stands before ${id}`;
      }
      const known = new Set([...messages, ticket?.lastMessage].map((message) => message?.clientId));
      const double = temps.find(({ clientId }) => known.has(clientId));
      if (double !== undefined) return `${double.id} stands beside its real twin`;
      const ids = new Set(temps.map(({ clientId }) => clientId));
      return ids.size === temps.length ? null : 'a temporary message stands there twice';
    },
  ),
};

/** What the attendant writes is only changed by the attendant, and goes with what is sent. */
const draftKept: Invariant = {
  name: 'ticket: a draft is kept until it is sent',
  follow: () => {
    let drafts = new Map<string, string>();
    return ({ app, event }) => {
      const before = drafts;
      drafts = new Map();
      for (const [id, { context }] of ticketsOf(app)) {
        drafts.set(id, context.draft);
        const was = before.get(id);
        if (was === undefined || was === context.draft) continue;
        const isTheirs =
          (event.type === 'draft.changed' && event.ticketId === id && event.text === context.draft) ||
          (event.type === 'message.submitted' &&
            event.message.ticketId === id &&
            event.isResend !== true &&
            context.draft === '') ||
          (event.type === 'drafts.restored' && was === '');
        if (!isTheirs) return `ticket ${id}: “${was}” became “${context.draft}” at ${event.type}`;
      }
      return null;
    };
  },
};

const longTextsHeld: Invariant = {
  name: 'ticket: of a text that is cut more is kept only while its message is held',
  follow: forEachTicket(
    () => null,
    ({ context: { chat, longTexts } }) => {
      const cut = new Set((chat?.messages ?? []).filter((message) => message.cut).map(({ id }) => id));
      const stray = Object.keys(longTexts).find((id) => !cut.has(id));
      return stray === undefined ? null : `the text of message ${stray} is kept without it`;
    },
  ),
};

export const ticketInvariants: readonly Invariant[] = [finishedAbsorbs, acksRise, eachOnce, draftKept, longTextsHeld];
