import type { Ack } from '../../contract/facts/ack.ts';
import { selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { lastMessageIn } from './conversation.ts';
import type { SimulatedClient } from './simulate-client.ts';
import type { Kernel } from './simulate-kernel.ts';
import type { Decision, Deed } from './simulate-plan.ts';
import { CUSTOMERS } from './simulate-books.ts';
import type { SimulatedServer } from './simulate-server.ts';

/** Who and what a decision acts on. */
export interface Stage {
  readonly kernel: Kernel;
  readonly server: SimulatedServer;
  readonly clients: readonly SimulatedClient[];
  setServerUp: (isUp: boolean) => void;
}

type Act = (client: SimulatedClient, dice: Decision['dice'], stage: Stage) => void;

function pick<Item>(items: readonly Item[], die: number): Item | undefined {
  return items[die % items.length];
}

const isLikely = (die: number, percent: number): boolean => die % 100 < percent;

function restart({ kernel, clients, setServerUp }: Stage, downMs: number): void {
  setServerUp(false);
  for (const { page } of clients) page.breakConnection();
  kernel.after(downMs, () => setServerUp(true));
}

const acts: Readonly<Record<Deed, Act>> = {
  'a customer writes': (_, [customer, text, isAtOnce], { server }) => {
    server.customerWrites(customer % CUSTOMERS, `oi ${text}`);
    // Two at one moment: only the ticket's id says whose row is first.
    if (isLikely(isAtOnce, 15)) server.customerWrites((customer + 1) % CUSTOMERS, `oi ${text + 1}`);
  },
  'a message is acknowledged': (_, [which, ack], { server }) => server.acknowledgeSome(which, (1 + (ack % 3)) as Ack),
  writes: (client, [which, isReply, isTwice]) => {
    const ticket = pick(client.tickets(), which);
    if (ticket === undefined) return;
    const replyTo = isLikely(isReply, 20) ? lastMessageIn(client.directory, ticket.id)?.id : undefined;
    client.write(ticket, replyTo ?? null);
    if (isLikely(isTwice, 25)) client.write(ticket, null);
  },
  'opens a conversation': (client, [which]) => {
    for (const ticketId of client.openTickets()) client.do({ type: 'ticket.left', ticketId });
    const ticket = pick(client.tickets(), which);
    if (ticket !== undefined) client.do({ type: 'ticket.opened', ticketId: ticket.id });
  },
  'leaves the conversation': (client) => {
    for (const ticketId of client.openTickets()) client.do({ type: 'ticket.left', ticketId });
  },
  scrolls: (client, [isChat]) => {
    const [ticketId] = client.openTickets();
    if (ticketId !== undefined && isLikely(isChat, 50)) client.do({ type: 'chat.olderRequested', ticketId });
    else client.do({ type: 'inbox.endReached' });
  },
  'types a draft': (client, [text]) => {
    const [ticketId] = client.openTickets();
    if (ticketId !== undefined) client.do({ type: 'draft.changed', ticketId, text: `rascunho ${text}` });
  },
  'pins or unpins': (client, [which, pinned]) => {
    const ticket = pick(client.tickets(), which);
    if (ticket === undefined) return;
    client.do({ type: 'customer.pinToggled', customerId: ticket.customer.id, pinned: isLikely(pinned, 55) });
  },
  'filters or searches': (client, [isSearch, what, scope]) => {
    if (isLikely(isSearch, 30)) {
      client.do({ type: 'inbox.searched', search: isLikely(what, 60) ? '' : String(what % 9) });
      return;
    }
    const status = isLikely(what, 80) ? 'open' : 'finished';
    client.do({ type: 'inbox.filtered', instanceId: null, status, scope: isLikely(scope, 60) ? 'all' : 'mine' });
  },
  'takes a ticket': (client, [which]) => {
    const ticket = pick(
      client.tickets().filter(({ owner }) => owner === null),
      which,
    );
    if (ticket === undefined) return;
    const form = { form: 'chat.take', key: ticket.id } as const;
    client.do({ type: 'form.left', ...form });
    client.do({ type: 'form.opened', ...form, values: {} });
    client.do({ type: 'form.submitted', ...form });
  },
  'offers a ticket': (client, [which, whom, isQueue], { clients }) => {
    const ticket = pick(client.tickets(), which);
    const next = pick(clients, whom)?.staff;
    if (ticket === undefined || next === undefined) return;
    const { page } = client;
    client.do({ type: 'transfer.drafted', ticketId: ticket.id });
    // Submitted when the list of people has come, as a person would.
    const forget = page.app.log.subscribe((event) => {
      if (!('ticketId' in event) || event.ticketId !== ticket.id) return;
      if (event.type === 'transfer.candidatesFailed') forget();
      if (event.type !== 'transfer.candidatesListed') return;
      forget();
      page.do({
        type: 'transfer.submitted',
        ticketId: ticket.id,
        clientId: `transfer-${client.name()}`,
        target: isLikely(isQueue, 20) ? { kind: 'queue' } : { kind: 'person', id: next.id, name: next.name },
        previousOwner: ticket.owner && { id: ticket.owner.id, name: ticket.owner.name },
      });
    });
  },
  'closes the transfer dialog': (client, [which]) => {
    const ticket = pick(client.tickets(), which);
    if (ticket !== undefined) client.do({ type: 'transfer.dismissed', ticketId: ticket.id });
  },
  'answers an offer': (client, [which, isYes]) => {
    const transferId = pick(client.directory.pendingTransfers.getSnapshot(), which);
    const snapshot = transferId === undefined ? undefined : client.directory.transfer(transferId)?.getSnapshot();
    if (transferId === undefined || snapshot === undefined || selectTransferState(snapshot) !== 'pending') return;
    client.do({ type: isLikely(isYes, 60) ? 'transfer.confirmRequested' : 'transfer.deleteRequested', transferId });
  },
  'finishes a ticket': (client, [which]) => {
    const ticket = pick(client.tickets(), which);
    if (ticket !== undefined) client.do({ type: 'ticket.finishRequested', ticketId: ticket.id });
  },
  'tries a refused message again, or gives it up': (client, [which, isAgain]) => {
    const failed = pick(
      client.sends().filter(({ state }) => state === 'failed'),
      which,
    );
    if (failed === undefined) return;
    if (isLikely(isAgain, 60)) client.do({ type: 'message.retried', clientId: failed.clientId });
    else client.discard(failed.clientId);
  },
  'looks away or back': (client, [isBack]) =>
    client.do({ type: 'page.visibilityChanged', visible: isLikely(isBack, 60) }),
  'the network breaks': (client, [isTold]) => {
    client.network.isUp = false;
    client.page.breakConnection();
    if (isLikely(isTold, 40)) client.do({ type: 'network.changed', online: false });
  },
  'the network holds everything back': ({ network }) => {
    network.isHeld = true;
  },
  'the network heals': (_, __, { clients }) => {
    for (const client of clients) client.heal();
  },
  'calls get lost, doubled and late': ({ network }, [loss, slow]) => {
    network.loss = 0.1 + (loss % 30) / 100;
    network.slowMs = slow % 1_500;
  },
  'calls go well again': (_, __, { clients }) => {
    for (const { network } of clients) {
      network.loss = 0;
      network.slowMs = 0;
    }
  },
  'a frame is lost': ({ network }) => {
    network.framesToLose += 1;
  },
  'a frame comes twice': ({ network }, [times]) => {
    network.framesToDouble += 1 + (times % 3);
  },
  'the token runs out': ({ page }) => page.expireToken(),
  'the tab dies and is opened again': (client, [pause], { kernel }) => {
    client.die();
    kernel.after(200 + (pause % 4_000), () => client.open());
  },
  'the clock jumps': (client, [by]) => {
    client.clockOff += (by % 7_200_000) - 3_600_000;
  },
  'the server restarts': (_, [pause], stage) => restart(stage, 500 + (pause % 5_000)),
  'what was sent can not be read again': (_, __, { server }) => server.forgetStream(),
  'the stream begins anew': (_, [pause], stage) => {
    stage.server.beginEpoch();
    restart(stage, 100 + (pause % 500));
  },
};

const ofTheWorld: ReadonlySet<Deed> = new Set<Deed>([
  'a customer writes',
  'a message is acknowledged',
  'the network breaks',
  'the network holds everything back',
  'the network heals',
  'calls get lost, doubled and late',
  'calls go well again',
  'a frame is lost',
  'a frame comes twice',
  'the clock jumps',
  'the server restarts',
  'what was sent can not be read again',
  'the stream begins anew',
]);

/** Lets it happen; answers whether anybody was there to do it. */
export function carryOut({ who, deed, dice }: Decision, stage: Stage): boolean {
  const client = stage.clients[who];
  if (client === undefined) return false;
  if (client.page.isDead ? !ofTheWorld.has(deed) : !ofTheWorld.has(deed) && !client.isAtWork) return false;
  acts[deed](client, dice, stage);
  return true;
}
