import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import { transferMachine } from '../../src/machines/transfer/transfer.machine.ts';
import {
  selectCandidates,
  selectMayConfirm,
  selectTransferFailure,
} from '../../src/machines/transfer/transfer.selectors.ts';
import { selectIsPending, selectTransfer } from '../../src/machines/transfer/transfer.pending.selectors.ts';
import { keysOf, started } from '../support/builders-actor.ts';
import { greeted, ticketListed, ticketTransferred, transferArrived } from '../support/builders-events.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aTicket,
  aTransfer,
  aUser,
  anaViewing,
  brunoViewing,
  carlaViewing,
  networkFailure,
} from '../support/builders.ts';
import { aDraft, aPending, aTransferActor, daniel, events, id, starts } from './transfer-support.ts';

describe('draft', () => {
  test('asks for those who serve the ticket’s instance, without its owner', () => {
    const { commands, snapshot } = aDraft(events.drafted);
    expect(commands).toEqual([
      { type: 'transfer.fetchCandidates', ticketId: '500', instanceId: '10', withoutUserId: BRUNO.id },
    ]);
    expect(selectCandidates(snapshot())).toBeNull();
  });

  test('of a ticket without an owner: without oneself, who would own it by answering', () => {
    const input = { ticketId: '500', transferId: null, viewer: anaViewing, instanceId: '10', owner: null };
    const { actor, commands } = started(transferMachine, { input });
    actor.send(events.drafted);
    expect(commands[0]).toMatchObject({ withoutUserId: anaViewing.userId });
  });

  test('loading -> ready: people to choose from', () => {
    const { snapshot } = aDraft(events.candidates);
    expect(selectCandidates(snapshot())).toEqual([aUser()]);
  });

  test('loading -> failed -> loading -> ready', () => {
    const { given, send, snapshot } = aDraft(events.candidatesFailed);
    expect(selectCandidates(snapshot())).toBeNull();
    expect(selectTransferFailure(snapshot())).toBe(networkFailure);
    send(events.drafted);
    expect(selectTransferFailure(snapshot())).toBeNull();
    expect(given('transfer.fetchCandidates')).toHaveLength(2);
    send(events.candidates);
    expect(selectCandidates(snapshot())).toHaveLength(1);
  });

  test('a note goes along, and not with the next attempt that has none', () => {
    const { given, send } = aDraft(events.candidates);
    send({ ...events.submitted, note: 'Quer a segunda via.' }, events.released);
    expect(given('transfer.create')).toMatchObject([{ note: 'Quer a segunda via.' }]);
    send(events.createFailed);
    send(events.submitted, events.released);
    expect(given('transfer.create').at(-1)).not.toHaveProperty('note');
  });

  test('draft -> creating -> pending', () => {
    const { given, send, snapshot, state } = aDraft(events.candidates, events.submitted, events.released);
    expect(given('transfer.create')).toEqual([
      {
        type: 'transfer.create',
        ticketId: '500',
        clientId: 'client-9',
        nextOwnerId: CARLA.id,
        previousOwnerId: BRUNO.id,
      },
    ]);
    expect(state()).toBe('creating');
    send(events.created);
    expect(selectTransfer(snapshot())).toEqual(aTransfer());
    expect(selectIsPending(snapshot())).toBe(true);
  });

  test.each([
    ['the reply, then the frame', events.created, events.arrived],
    ['the frame, then the reply', events.arrived, events.created],
  ])('creating -> pending by %s', (_, first, second) => {
    const { send, snapshot, state } = aDraft(events.candidates, events.submitted, events.released, first);
    const held = selectTransfer(snapshot());
    send(second);
    expect(state()).toBe('pending');
    expect(selectTransfer(snapshot())).toBe(held);
  });

  test('creating -> draft: why is kept with the fields, until the next try', () => {
    const { send, snapshot, state } = aDraft(events.candidates, events.submitted, events.released, events.createFailed);
    expect(selectTransferFailure(snapshot())?.fields).toEqual({ next_user_id: 'error.transfer.userGone' });
    expect(selectCandidates(snapshot())).toHaveLength(1);
    send(events.submitted, events.released);
    expect(state()).toBe('creating');
    expect(selectTransferFailure(snapshot())).toBeNull();
  });

  test('creating -> failed -> draft when it is opened anew', () => {
    const { send, snapshot, state } = aDraft(
      events.candidates,
      events.submitted,
      events.released,
      events.createHopeless,
    );
    expect(selectTransferFailure(snapshot())?.key).toBe('error.transfer.pending');
    send(events.drafted);
    expect([state(), selectTransferFailure(snapshot())]).toEqual(['draft', null]);
  });

  test('draft -> failed when its ticket is finished', () => {
    const { snapshot } = aDraft(events.candidates, events.ticketClosed);
    expect(selectTransferFailure(snapshot())?.key).toBe('error.ticket.finished');
  });

  test('pending -> draft: an offered draft that is opened anew begins from the start', () => {
    const { given, send, snapshot, state } = aDraft(
      events.candidates,
      events.submitted,
      events.released,
      events.created,
      events.drafted,
    );
    expect([state(), selectTransfer(snapshot()), selectCandidates(snapshot())]).toEqual(['draft', null, null]);
    send(events.candidates, events.submitted, events.released);
    expect(given('transfer.create')).toHaveLength(2);
  });

  test('draft -> dismissed is over', () => {
    expect(aDraft(events.dismissed).snapshot().status).toBe('done');
  });
});

describe('who may answer', () => {
  test.each([
    ['the next owner', carlaViewing, true, true],
    ['the previous owner', brunoViewing, false, true],
    ['an administrator', anaViewing, true, true],
    ['another attendant', daniel, false, false],
  ])('%s: confirm and delete', (_, viewer, mayConfirm, mayDelete) => {
    for (const [request, may, expected] of [
      [events.confirmRequested, mayConfirm, 'confirming'],
      [events.deleteRequested, mayDelete, 'deleting'],
    ] as const) {
      const transfer = aTransferActor(id, viewer, events.arrived);
      expect(selectMayConfirm(transfer.snapshot())).toBe(mayConfirm);
      transfer.send(request);
      expect(transfer.state()).toBe(may ? expected : 'pending');
    }
  });

  test('who asked for it may delete it, also when it is nobody’s', () => {
    const transfer = aTransferActor(
      id,
      daniel,
      transferArrived(11, { previousOwner: null, triggeredBy: { id: '4', name: 'Daniel Sá' } }),
    );
    expect(selectMayConfirm(transfer.snapshot())).toBe(false);
    transfer.send(events.deleteRequested);
    expect(transfer.state()).toBe('deleting');
  });

  test('an automatic one bears no person who asked', () => {
    const transfer = aTransferActor(id, daniel, transferArrived(11, { triggeredBy: null, previousOwner: null }));
    transfer.send(events.deleteRequested);
    expect(transfer.state()).toBe('pending');
  });

  test('nobody while an answer is on its way, or before it is known', () => {
    for (const transfer of [starts.confirming(), starts.deleting(), aTransferActor(id, anaViewing)]) {
      const state = transfer.state();
      expect(selectMayConfirm(transfer.snapshot())).toBe(false);
      transfer.send(events.deleteRequested);
      expect(transfer.state()).toBe(state);
    }
  });
});

describe('answers', () => {
  test('pending -> confirming -> confirmed', () => {
    const { given, send, snapshot } = starts.confirming();
    expect(given('transfer.confirm')).toEqual([{ type: 'transfer.confirm', transferId: id }]);
    send(events.confirmed);
    expect(selectTransfer(snapshot())?.confirmedAt).toBe(START);
    expect(snapshot().status).toBe('done');
  });

  test('pending -> deleting -> deleted', () => {
    const { given, send, snapshot } = starts.deleting();
    expect(given('transfer.delete')).toEqual([{ type: 'transfer.delete', transferId: id }]);
    send(events.deleted);
    expect(selectTransfer(snapshot())?.deletedAt).toBe(START);
    expect(snapshot().status).toBe('done');
  });

  test('confirming -> pending -> confirming: why is kept until the next try', () => {
    const { send, snapshot, state } = starts.confirming();
    send(events.confirmFailed);
    expect([state(), selectTransferFailure(snapshot())]).toEqual(['pending', networkFailure]);
    send(events.confirmRequested);
    expect([state(), selectTransferFailure(snapshot())]).toEqual(['confirming', null]);
  });

  test('confirming -> deleted: somebody took it back before', () => {
    const { send, snapshot, state } = starts.confirming();
    send(events.removed);
    expect(state()).toBe('deleted');
    expect(selectTransfer(snapshot())?.deletedAt).toBe(START);
  });

  test('deleting -> confirmed: its next owner was quicker', () => {
    const { send, state } = starts.deleting();
    send(events.transferred);
    expect(state()).toBe('confirmed');
  });
});

describe('its ticket is finished', () => {
  test('pending -> deleted', () => {
    const { send, state } = starts.pending();
    send(events.ticketClosed);
    expect(state()).toBe('deleted');
  });

  test('confirming: the answer says whether the confirm was quicker', () => {
    for (const [answer, expected] of [
      [events.confirmed, 'confirmed'],
      [events.confirmFailed, 'deleted'],
    ] as const) {
      const { send, state } = starts.confirming();
      send(events.ticketClosed, events.ticketClosed);
      expect(state()).toBe('confirming');
      send(answer);
      expect(state()).toBe(expected);
    }
  });
});

describe('never both', () => {
  const endings = ['confirmed', 'transferred', 'deleted', 'removed', 'ticketClosed'] as const;

  test.each(endings)('after %s nothing changes it', (first) => {
    const transfer = starts.pending();
    transfer.send(events[first]);
    const over = transfer.snapshot();
    expect(over.status).toBe('done');
    for (const name of keysOf(events)) expect(transition(transferMachine, over, events[name])[0]).toEqual(over);
  });

  test('a removal that comes before its arrival stands', () => {
    const transfer = aTransferActor(id, anaViewing, events.removed);
    expect(transfer.state()).toBe('deleted');
    expect(selectTransfer(transfer.snapshot())?.id).toBe(id);
  });
});

describe('listings', () => {
  const listed = (position: number, ticket: Parameters<typeof aTicket>[0]) => ticketListed(aTicket(ticket), position);

  test('one that bears it tells it', () => {
    const { send, snapshot, state } = aTransferActor(id, anaViewing);
    send(listed(11, { pendingTransfer: aTransfer() }));
    expect([state(), selectTransfer(snapshot())]).toEqual(['pending', aTransfer()]);
  });

  test('one that says the same leaves the transfer the same reference', () => {
    const { send, snapshot } = aPending();
    const held = selectTransfer(snapshot());
    send(listed(12, { pendingTransfer: aTransfer() }));
    expect(selectTransfer(snapshot())).toBe(held);
  });

  test('a newer one without it, the ticket its next owner’s: confirmed meanwhile', () => {
    const { send, state } = aPending();
    send(listed(12, { owner: { ...CARLA, image: null } }));
    expect(state()).toBe('confirmed');
  });

  test('a newer one without it, the ticket somebody else’s: deleted meanwhile', () => {
    const { send, state } = aPending();
    send(listed(12, {}));
    expect(state()).toBe('deleted');
  });

  test('a newer one with another transfer: deleted meanwhile, the other one isn’t taken for it', () => {
    const { send, snapshot, state } = aPending();
    send(listed(12, { pendingTransfer: aTransfer({ id: '901' }) }));
    expect([state(), selectTransfer(snapshot())?.id]).toEqual(['deleted', id]);
  });

  test.each([
    ['an older one', listed(10, {})],
    ['one of another ticket', listed(12, { id: '501' })],
    ['one of the same position', listed(11, {})],
  ])('%s says nothing', (_, listing) => {
    const { send, snapshot } = aPending();
    const before = snapshot();
    send(listing);
    expect(snapshot()).toBe(before);
  });

  test('one that comes after our own create was answered, and before its frame, says nothing', () => {
    const { send, snapshot } = aDraft(events.candidates, events.submitted, events.created);
    const before = snapshot();
    send(listed(9, {}));
    expect(snapshot()).toBe(before);
  });

  test('after a broken stream a listing of the new positions counts, whatever the old ones were', () => {
    const { send, state } = aTransferActor(id, anaViewing, transferArrived(1_000), greeted(false, 5));
    send(listed(4, {}));
    expect(state()).toBe('pending');
    send(listed(5, {}));
    expect(state()).toBe('deleted');
  });

  test('the ticket goes to somebody by another transfer: this one is over', () => {
    const { send, state } = aPending();
    send(ticketTransferred(12, { id: '901', nextOwner: ANA }));
    expect(state()).toBe('deleted');
  });
});
