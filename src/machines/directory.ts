import { createCore } from './directory/core.ts';
import type { Inspection } from './directory/core.ts';
import { createHub } from './directory/hub.ts';
import { createRouter } from './directory/route.ts';
import type { Snapshots } from './directory/stored.ts';
import type { MessageId } from './entities/ids.ts';
import type { FormName } from './entities/forms.ts';
import type { Command } from './log/command.ts';
import type { Logged } from './log/event.ts';
import type { ListName } from './log/events-administration.ts';

/** The registry of actors. Views read actors and collections here; only `handle` changes anything. */
export type Directory = ReturnType<typeof createDirectory>;

/**
 * Creates the actors, continuing from the stored snapshots; throws if one of those has an unknown state. `onCommand` is
 * called with each command, in order, once the event that caused it is handled by all actors.
 */
export function createDirectory(
  onCommand: (command: Command) => void,
  stored: Snapshots = new Map(),
  inspection: Inspection = {},
) {
  const commands: Command[] = [];
  const core = createCore((command) => void commands.push(command), stored, inspection);
  const hub = createHub(core, stored);
  const { conversations, sends, transfers, notices, later } = hub;
  const { ticket, conversation, unseen, ticketOrder, viewCounts, totalUnseen, unsent } = conversations;
  const route = createRouter(hub);

  return {
    ...core.single,
    /** Sends an event to the actors it concerns. */
    handle: (event: Logged): void => {
      route(event);
      conversations.updateInView();
      core.signals.flush();
      if (commands.length > 0) for (const command of commands.splice(0)) onCommand(command);
    },
    ticket,
    conversation,
    unseen,
    transfer: transfers.created.get,
    transferDraft: transfers.drafts.get,
    send: sends.get,
    notice: notices.get,
    /** A message's file; undefined unless a view shows it. */
    media: (id: MessageId) => later.media?.get(id),
    /** Colleagues' presence; undefined until the list of conversations was shown. */
    presence: () => later.presence?.get('all'),
    /** A list of the administration; undefined until opened. */
    list: (name: ListName) => later.lists?.get(name),
    /** What was last told of a campaign; undefined before. */
    campaign: (id: string) => later.campaigns?.get(id),
    /** An open form; undefined before and after. */
    form: (name: FormName, key: string) => later.forms?.get(`${name}:${key}`),
    /** A flow that is being edited. */
    flow: (id: string) => later.flows?.get(id),
    /** Adds kinds of actors whose code wasn't loaded; to be called before the first event that concerns them. */
    add: hub.add,
    /** Changes when an actor is added or removed. */
    changed: core.changed,
    /**
     * The tickets held, with their conversations: reading them starts none of the actors, of which there may be
     * thousands.
     */
    rows: () => conversations.rows.values(),
    ticketOrder,
    totalUnseen,
    unsent,
    viewCounts,
    /** The unconfirmed messages of a conversation, in order of submission. */
    sendsOf: sends.of,
    /** Transfers that wait for an answer, oldest first. */
    pendingTransfers: transfers.pending,
    transfersOf: transfers.of,
    /** Tickets with a submitted transfer that isn't created yet: it waits for the network, or is on its way. */
    outgoingTransfers: transfers.outgoing,
    /** Notices on the screen, oldest first. */
    notices: notices.keys,
    /** All actors with their names. */
    actors: hub.named,
    snapshots: hub.snapshots,
  };
}
