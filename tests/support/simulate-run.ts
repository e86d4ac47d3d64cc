import type { Invariant } from '../../models/model.ts';
import { START } from '../../models/samples.ts';
import { selectChatFailure } from '../../src/machines/conversation/conversation.selectors.ts';
import { selectHasMore, selectInboxPhase } from '../../src/machines/inbox/inbox.selectors.ts';
import { selectIsGone, selectLoadFailure, selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { conversationIn } from './conversation.ts';
import { endProblems } from './replay-check.ts';
import type { Expected } from './replay-check.ts';
import { differenceAfterReplay } from './replay.ts';
import { SimulatedClient } from './simulate-client.ts';
import { carryOut } from './simulate-deeds.ts';
import { trueFacts } from './simulate-facts.ts';
import { Kernel } from './simulate-kernel.ts';
import type { SimulatedPage } from './simulate-page.ts';
import type { Decision, Deed, Size } from './simulate-plan.ts';
import { staffOf } from './simulate-books.ts';
import { SimulatedServer } from './simulate-server.ts';
import { everyInvariant } from './simulation-invariants.ts';

/** How often the server says something on its own, as SOCKET_HEARTBEAT_MS. */
const HEARTBEAT_MS = 25_000;
/** Long enough for every backoff and every patience to end. */
const CALM_ROUNDS = 8;
const CALM_ROUND_MS = 20_000;

/** What did not hold, and on whose page. */
export interface RunFailure {
  /** What it is about, the same for the same fault: a run that is shortened must still fail for it. */
  readonly about: string;
  readonly words: string;
  readonly person: string;
  readonly log: PageLog;
}

/** A page's log, as `npm run replay` reads it. */
export interface PageLog {
  readonly position: number;
  readonly snapshots: Readonly<Record<string, unknown>>;
  readonly tail: readonly unknown[];
  readonly simulated: true;
  /** What the page has to show at its end, with these conversations open; left out where it isn't known. */
  readonly expected?: Expected;
}

export interface Outcome {
  readonly failure: RunFailure | null;
  readonly done: Readonly<Partial<Record<Deed, number>>>;
  readonly events: number;
  readonly pages: number;
  readonly frames: number;
  /** Everything that every page logged, as one text. */
  readonly log: () => string;
}

class Stopped extends Error {}

/** Runs a plan from its beginning until everything has calmed down; says the first thing that did not hold. */
export function runPlan(
  { seed, minutes, clients: count }: Size,
  plan: readonly Decision[],
  invariants: readonly Invariant[] = everyInvariant,
): Outcome {
  const kernel = new Kernel();
  let isServerUp = true;
  let failure: RunFailure | null = null;
  const done: Partial<Record<Deed, number>> = {};
  const staff = staffOf(count);
  const clients: SimulatedClient[] = [];
  const server = new SimulatedServer(
    staff,
    () => kernel.now,
    (frame) => {
      for (const { page } of clients) page.take(frame);
    },
  );

  function fail(client: SimulatedClient, about: string, words: string, expected?: PageLog['expected']): never {
    failure ??= { about, words, person: client.staff.name, log: logOf(client.page, expected) };
    throw new Stopped(words);
  }

  const ground = {
    kernel,
    server,
    isServerUp: () => isServerUp,
    seed,
    invariants,
    onViolation: (client: SimulatedClient, words: string) => fail(client, aboutOf(words), words),
  };
  const stage = {
    kernel,
    server,
    clients,
    setServerUp: (isUp: boolean) => {
      isServerUp = isUp;
    },
  };

  function beat(): void {
    for (const { page } of clients) page.heartbeat();
    kernel.after(HEARTBEAT_MS, beat);
  }

  let busy: SimulatedClient | undefined;
  try {
    for (const [number, one] of staff.entries()) {
      // In the list before its page opens: the server tells it from then on.
      clients.push(new SimulatedClient(ground, one, number));
    }
    kernel.after(HEARTBEAT_MS, beat);
    for (const decision of plan) {
      kernel.after(decision.at, () => {
        busy = clients[decision.who];
        if (carryOut(decision, stage)) done[decision.deed] = (done[decision.deed] ?? 0) + 1;
      });
    }
    kernel.runUntil(START + minutes * 60_000);
    calmDown(kernel, clients, () => (isServerUp = true));
    for (const client of clients) {
      busy = client;
      compare(client, server, fail);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const [client] = busy === undefined ? clients : [busy];
      if (client === undefined) throw error;
      const about = error instanceof Error ? error.message.replaceAll(/\d+/g, 'N') : 'thrown';
      failure = { about, words, person: client.staff.name, log: logOf(client.page) };
    }
  }
  const pages = clients.flatMap((client) => client.pages);
  return {
    failure,
    done,
    events: pages.reduce((sum, page) => sum + page.events.length, 0),
    pages: pages.length,
    frames: server.head,
    log: () => JSON.stringify(clients.map((client) => client.pages.map((page) => logOf(page)))),
  };
}

type Fail = (client: SimulatedClient, about: string, words: string, expected?: PageLog['expected']) => never;

/** The rule and the place, without which ticket or message it was. */
function aboutOf(problem: string): string {
  return problem.split(': ').slice(0, 2).join(': ').replaceAll(/\d+/g, 'N');
}

function logOf({ begun, events }: SimulatedPage, expected?: PageLog['expected']): PageLog {
  return {
    position: begun.position,
    snapshots: Object.fromEntries(begun.snapshots),
    tail: events,
    simulated: true,
    ...(expected && { expected }),
  };
}

/** Nothing is broken any more, everybody is at their page, and does what a person would who reads that something failed. */
function calmDown(kernel: Kernel, clients: readonly SimulatedClient[], setServerUp: () => void): void {
  setServerUp();
  // Tabs that died are open again after so long.
  kernel.runUntil(kernel.now + 6_000);
  setServerUp();
  for (const client of clients) {
    Object.assign(client.network, { loss: 0, slowMs: 0, framesToLose: 0, framesToDouble: 0 });
    client.heal();
    client.do({ type: 'page.visibilityChanged', visible: true });
    client.do({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    client.do({ type: 'inbox.searched', search: '' });
  }
  for (let round = 0; round < CALM_ROUNDS; round += 1) {
    kernel.runUntil(kernel.now + CALM_ROUND_MS);
    for (const client of clients) tryAgain(client);
  }
  // What was tried again last has come.
  kernel.runUntil(kernel.now + CALM_ROUND_MS);
  for (const client of clients) leaveWhatIsGone(client);
  for (let round = 0; round < 12; round += 1) {
    kernel.runUntil(kernel.now + 1_000);
    for (const client of clients) {
      if (selectHasMore(client.directory.inbox.getSnapshot())) client.do({ type: 'inbox.endReached' });
      for (const ticketId of client.openTickets()) client.do({ type: 'chat.olderRequested', ticketId });
    }
  }
  kernel.runUntil(kernel.now + 30_000);
}

function tryAgain(client: SimulatedClient): void {
  const { directory } = client;
  if (/failed/i.test(selectInboxPhase(directory.inbox.getSnapshot()))) client.do({ type: 'inbox.retried' });
  for (const ticketId of client.openTickets()) {
    const ticket = directory.ticket(ticketId)?.getSnapshot();
    const conversation = conversationIn(directory, ticketId);
    if (ticket !== undefined && selectIsGone(ticket)) continue;
    const isFailed =
      (ticket !== undefined && selectLoadFailure(ticket) !== null) ||
      (conversation !== undefined && selectChatFailure(conversation) !== null);
    if (isFailed) client.do({ type: 'chat.retried', ticketId });
  }
}

/** Conversations that are somebody else's by now, or whose ticket is over, aren't kept complete. */
function leaveWhatIsGone(client: SimulatedClient): void {
  const listed = new Set(client.directory.ticketOrder.getSnapshot().ids);
  for (const ticketId of client.openTickets()) {
    const snapshot = client.directory.ticket(ticketId)?.getSnapshot();
    const ticket = snapshot === undefined ? null : selectTicket(snapshot);
    if (ticket === null || ticket.finishedAt !== null || !listed.has(ticketId))
      client.do({ type: 'ticket.left', ticketId });
  }
}

/** All that has to be so in the end. */
function compare(client: SimulatedClient, server: SimulatedServer, fail: Fail): void {
  const { disk, staff, written, page } = client;
  const open = client.openTickets();
  const isShownRefused = (clientId: string): boolean =>
    client.sends().some((send) => send.clientId === clientId && send.state === 'failed');
  // What was on its way to the disk when the tab died may be gone, or not.
  const refused = written.filter(
    ({ clientId, isDiscarded, mayBeLost }) =>
      !server.has(clientId) && !isDiscarded && (!mayBeLost || isShownRefused(clientId)),
  );
  const facts = trueFacts(server, staff.id, { open, refused: refused.map(({ clientId }) => clientId) });
  const expected = { open, facts };
  const [first, ...others] = endProblems(page.app, expected, disk.outbox.keys());
  if (first !== undefined) fail(client, aboutOf(first), [first, ...others].join('; '), expected);
  const difference = differenceAfterReplay(page.events, page.app.snapshots(), page.begun);
  if (difference !== null) fail(client, 'the log comes to the same again', difference);
}
