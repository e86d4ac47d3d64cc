import type { Directory } from '../../machines/directory.ts';
import { selectDraft, selectNoteDraft } from '../../machines/conversation/conversation.selectors.ts';
import { selectOutgoing } from '../../machines/message-send/message-send.selectors.ts';

/** Unsent items that a logout would erase. */
interface Unsent {
  readonly messages: number;
  readonly transfers: number;
  readonly finishes: number;
  readonly drafts: number;
  /** Messages and actions of the user's other tabs. */
  readonly others: number;
}

const SEND = 'send:';

/** Counts input that hasn't reached the server, refused messages included. */
export function unsentOf(directory: Directory): Unsent {
  const sends = [...directory.actors()].flatMap(([name]) =>
    name.startsWith(SEND) ? (directory.send(name.slice(SEND.length)) ?? []) : [],
  );
  const rows = [...directory.rows()];
  const threads = new Map(rows.flatMap(({ thread }) => (thread === null ? [] : [[thread.key, thread.held]])));
  // Few have no ticket in the list, so their actors may be started.
  const others = directory.unsent.getSnapshot().filter((key) => !threads.has(key));
  const conversations = [...threads.values(), ...others.flatMap((key) => directory.conversation(key) ?? [])];
  const drafts = conversations
    .map((conversation) => conversation.getSnapshot())
    .flatMap((held) => [selectDraft(held), selectNoteDraft(held)]);
  return {
    messages: sends.filter((send) => selectOutgoing(send.getSnapshot()).reactsTo === undefined).length,
    transfers: directory.outgoingTransfers.getSnapshot().length,
    finishes: rows.filter(({ held }) => held.getSnapshot().context.finishAsked).length,
    drafts: drafts.filter((draft) => draft !== '').length,
    others: directory.shell.getSnapshot().context.othersUnsent ?? 0,
  };
}
