import { CONVERSATION_PAGE_SIZE } from '../contract/facts/limits.ts';
import type { App } from '../src/machines/app.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { ConversationKey } from '../src/machines/entities/ids.ts';
import type { CommandType } from '../src/machines/log/command.ts';
import { keysOf } from './actors.ts';
import { visibleInvariants } from './conversation.visible.ts';
import type { Invariant } from './model.ts';
import { followScreen } from './on-screen.ts';
import { isLater } from './reference.ts';

function isKey(text: string): text is ConversationKey {
  return text.includes('@');
}

function* conversationsOf(app: App): Iterable<readonly [ConversationKey, ConversationSnapshot]> {
  for (const key of keysOf(app, 'conversation')) {
    const snapshot = isKey(key) ? app.directory.conversation(key)?.getSnapshot() : undefined;
    if (isKey(key) && snapshot !== undefined) yield [key, snapshot];
  }
}

/** Follows each conversation while it is held; starts afresh if it is held again later. */
function forEachConversation<Memory>(
  begin: () => Memory,
  check: (snapshot: ConversationSnapshot, memory: Memory) => string | null,
): Invariant['follow'] {
  return () => {
    let held = new Map<string, { readonly memory: Memory; readonly checked: ConversationSnapshot }>();
    return ({ app }) => {
      const next: typeof held = new Map();
      for (const [key, snapshot] of conversationsOf(app)) {
        const before = held.get(key);
        const memory = before === undefined ? begin() : before.memory;
        next.set(key, { memory, checked: snapshot });
        // Unchanged, so the invariants still hold.
        const wrong = before?.checked === snapshot ? null : check(snapshot, memory);
        if (wrong !== null) return `conversation ${key}: ${wrong}`;
      }
      held = next;
      return null;
    };
  };
}

const linesInOrder: Invariant = {
  name: 'conversation: each line is there once, in the order of ids, and its version only rises',
  ofState: true,
  follow: forEachConversation(
    () => new Map<string, number>(),
    ({ context }, versions) => {
      const lines = context.chat?.lines ?? [];
      for (const [index, { id, version }] of lines.entries()) {
        const before = lines[index - 1];
        if (before !== undefined && !isLater(id, before.id)) return `line ${id} stands behind ${before.id}`;
        if (version < (versions.get(id) ?? 0)) return `line ${id} fell to version ${version}`;
        versions.set(id, version);
      }
      return null;
    },
  ),
};

const acksRise: Invariant = {
  name: 'conversation: an ack only rises, an error stays until a higher ack',
  ofState: true,
  follow: forEachConversation(
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
  name: 'conversation: each message once, in the order of the server',
  ofState: true,
  follow: forEachConversation(
    () => null,
    ({ context: { chat, lastMessage, optimistic } }) => {
      const messages = chat?.messages ?? [];
      for (const [at, { id }] of messages.entries()) {
        const before = messages[at - 1];
        if (before && Number(before.id) >= Number(id)) return `message ${before.id} is listed before ${id}`;
      }
      const known = new Set([...messages, lastMessage].map((message) => message?.clientId));
      const double = optimistic.find(({ clientId }) => known.has(clientId));
      if (double !== undefined) return `${double.id} is listed beside the message that confirms it`;
      const ids = new Set(optimistic.map(({ clientId }) => clientId));
      return ids.size === optimistic.length ? null : 'an optimistic message stands there twice';
    },
  ),
};

const keeping = { type: 'draft.keep' } as const;
const keyOf = (customerId: string, instanceId: string, of?: 'note'): string =>
  `${customerId}@${instanceId}${of === undefined ? '' : `:${of}`}`;

/** A draft changes only by its author and by sending it; a new page restores it from storage. */
const draftKept: Invariant = {
  name: 'conversation: a draft is kept until it is sent',
  ofState: true,
  follow: (begun) => {
    let drafts = new Map<string, string>();
    for (const [id, { context }] of conversationsOf(begun)) {
      drafts.set(id, context.draft);
      drafts.set(`${id}:note`, context.noteDraft ?? '');
    }
    const stored = new Map(drafts);
    return ({ app, event, commands }) => {
      const before = drafts;
      drafts = new Map();
      const drafted = commands.filter((command) => command.type === 'draft.keep');
      if (event.type === 'drafts.restored') drafted.push(...event.drafts.map((draft) => ({ ...draft, ...keeping })));
      // A draft of another tab is stored by that tab.
      if (event.type === 'draft.receivedFromTab') drafted.push({ ...event, ...keeping });
      for (const { customerId, instanceId, text, of } of drafted) stored.set(keyOf(customerId, instanceId, of), text);
      for (const [id, { context }] of conversationsOf(app)) {
        const note = context.noteDraft ?? '';
        const noteWas = before.get(`${id}:note`) ?? '';
        drafts.set(`${id}:note`, note);
        const isNoteTheirs =
          (event.type === 'noteDraft.changed' && event.text === note) ||
          (event.type === 'form.saved' && noteWas.endsWith(note)) ||
          (event.type === 'draft.discarded' && event.of === 'note' && note === '') ||
          (event.type === 'draft.receivedFromTab' && event.of === 'note' && event.text === note) ||
          (event.type === 'app.opened' && note === '' && stored.get(`${id}:note`) === noteWas) ||
          (event.type === 'drafts.restored' && noteWas === '' && note === stored.get(`${id}:note`));
        if (note !== noteWas && !isNoteTheirs) return `note in ${id}: “${noteWas}” became “${note}” at ${event.type}`;
        drafts.set(id, context.draft);
        const was = before.get(id);
        if (was === undefined || was === context.draft) continue;
        const isTheirs =
          (event.type === 'draft.changed' && event.text === context.draft) ||
          (event.type === 'draft.discarded' && event.of === undefined && context.draft === '') ||
          (event.type === 'draft.receivedFromTab' && event.of === undefined && event.text === context.draft) ||
          (event.type === 'message.submitted' &&
            conversationKey(event.message.customerId, event.message.instanceId) === id &&
            event.isResend !== true &&
            context.draft === '') ||
          (event.type === 'app.opened' && context.draft === '' && stored.get(id) === was) ||
          (event.type === 'drafts.restored' && was === '');
        if (!isTheirs) return `conversation ${id}: “${was}” became “${context.draft}” at ${event.type}`;
      }
      return null;
    };
  },
};

const longTextsHeld: Invariant = {
  name: 'conversation: the parts of a truncated text are held only while its message is',
  ofState: true,
  follow: forEachConversation(
    () => null,
    ({ context: { chat, past, longTexts } }) => {
      const held = [...(chat?.messages ?? []), ...(past?.messages ?? [])];
      const cut = new Set(held.filter((message) => message.cut).map(({ id }) => id));
      const stray = Object.keys(longTexts).find((id) => !cut.has(id));
      return stray === undefined ? null : `the text of message ${stray} is kept without it`;
    },
  ),
};

/** Between the past and the newest messages there is a gap, or they would be one. */
const pastApart: Invariant = {
  name: 'conversation: the past is in order, older than the newest messages, and what was jumped to is in what is shown',
  ofState: true,
  follow: forEachConversation(
    () => null,
    ({ context: { chat, past, sought, watchers } }) => {
      const messages = past?.messages ?? [];
      for (const [at, { id }] of messages.entries()) {
        const before = messages[at - 1];
        if (before && !isLater(id, before.id)) return `old message ${before.id} is listed before ${id}`;
      }
      const last = messages.at(-1);
      const first = chat?.messages[0];
      if (last && first && !isLater(first.id, last.id)) return `the past up to ${last.id} meets ${first.id}`;
      if ((past || sought) && watchers.length === 0) return 'an old message is sought with nothing on the screen';
      const isThere = [...messages, ...(chat?.messages ?? [])].some(({ id }) => id === sought?.messageId);
      if (sought && !sought.pending && !isThere) return `message ${sought.messageId} is shown, but not held`;
      return null;
    },
  ),
};

/** A viewer reads no messages of tickets that aren't visible to them. */
const onlyReadable: Invariant = {
  name: 'conversation: nothing of a later ticket than the newest visible one is held',
  ofState: true,
  follow: forEachConversation(
    () => null,
    ({ context: { chat, past, lastMessage, visibility } }) => {
      const held = [...(past?.messages ?? []), ...(chat?.messages ?? []), lastMessage];
      const stray = held.find(
        (message) => message !== null && visibility.upTo !== null && Number(message.ticketId) > Number(visibility.upTo),
      );
      return stray
        ? `message ${stray.id} is of ticket ${stray.ticketId}, and ${visibility.upTo} is the last visible`
        : null;
    },
  ),
};

const onTheScreen: Invariant = {
  name: 'conversation: its open tickets are those that the current page has opened',
  ofState: true,
  follow: (begun) => {
    const screen = followScreen(begun);
    return (moment) => {
      const shown = screen(moment);
      for (const [key, { context }] of conversationsOf(moment.app)) {
        const stray = context.watchers.find((id) => !shown.has(id));
        if (stray !== undefined) return `ticket ${stray} of conversation ${key} isn't on the screen`;
      }
      return null;
    };
  },
};

const ASKING: ReadonlySet<CommandType> = new Set<CommandType>([
  'chat.fetch',
  'history.fetch',
  'text.fetch',
  'draft.keep',
]);

/** A new page drops what an earlier one showed and had in flight. A conversation is then either fully loaded or cold. */
const opensClosed: Invariant = {
  name: 'conversation: a page opens with nothing on the screen or in flight, each fully loaded or cold',
  ofState: true,
  follow:
    () =>
    ({ app, event, commands }) => {
      if (event.type !== 'app.opened') return null;
      const asking = commands.find(({ type }) => ASKING.has(type));
      if (asking !== undefined) return `${asking.type} with nothing on the screen`;
      for (const [key, snapshot] of conversationsOf(app)) {
        const { awaited, chat, chatFailure, draft, history, longTexts, optimistic } = snapshot.context;
        const isOpen = awaited !== null || chatFailure !== null || Object.keys(longTexts).length > 0;
        if (isOpen) return `conversation ${key} awaits a fetch of an earlier page`;
        if (draft !== '' || optimistic.length > 0) return `conversation ${key} has what is restored from its own store`;
        const isHeld = snapshot.matches({ chat: 'ready' });
        if (!isHeld && !snapshot.matches({ chat: 'cold' })) return `conversation ${key} isn't cold`;
        if (isHeld !== (chat !== null)) return `conversation ${key} has messages that don't match its state`;
        if (isHeld && history === null) return `the history of conversation ${key} is never fetched`;
        if (chat !== null && chat.messages.length > CONVERSATION_PAGE_SIZE) return `conversation ${key} holds too much`;
      }
      return null;
    },
};

export const conversationInvariants: readonly Invariant[] = [
  onTheScreen,
  opensClosed,
  acksRise,
  eachOnce,
  linesInOrder,
  draftKept,
  longTextsHeld,
  onlyReadable,
  pastApart,
  ...visibleInvariants,
];
