import type { App } from '../src/machines/app.ts';
import type { Person, Ticket, Transfer } from '../src/machines/entities/entities.ts';
import type { Failure } from '../src/machines/entities/failure.ts';
import type { AppEvent, EventOf } from '../src/machines/log/event.ts';
import { held, next } from './connection.ts';
import {
  back,
  done,
  everybody,
  failed,
  failedOf,
  forAll,
  leaving,
  limit,
  marina,
  mention,
  message,
  offer,
  queue,
  schedule,
  settled,
  short,
  taken,
  unkept,
  shutting,
  woken,
} from './notification.texts.ts';
import type { Told } from './notification.texts.ts';
import { START, ana, bruno, carla, customer, failure, framed, line, person, ticket, transfer } from './samples.ts';

/** Who is told what of all that happens: each row is one event, and what it tells whom. Nobody else is told. */

export const dora: Person = { id: '4', name: 'Dora Reis' };

type Who = 'ana' | 'bruno' | 'carla' | 'dora';

export interface Row {
  readonly event: (app: App) => AppEvent;
  readonly told: Readonly<Partial<Record<Who, Told>>>;
}

/** Ids of its own for each event, as each notice is raised once. */
const ticketId = (app: App): string => String(500 + held(app) + 1);
const of = (app: App, changes: Partial<Ticket> = {}): Ticket => framed({ id: ticketId(app), ...changes });
const passed = (app: App, changes: Partial<Transfer>): Transfer =>
  transfer({ id: String(700 + held(app) + 1), ticketId: ticketId(app), ...changes });

function offered(changes: Partial<Transfer> = {}): Row['event'] {
  return (app) => {
    const made = passed(app, changes);
    const news = of(app, { pendingTransfer: made });
    return {
      type: 'transfer.arrived',
      transfer: made,
      ticket: news,
      by: made.triggeredBy,
      addressed: true,
      stream: next(app),
    };
  };
}

function given(by: Person | null, changes: Partial<Transfer> = {}, firstUserId: string = carla.id): Row['event'] {
  return (app) => ({
    type: 'ticket.transferred',
    transfer: passed(app, { ...changes, confirmedAt: START }),
    ticket: of(app, { owner: person(bruno) }),
    by,
    firstUserId,
    stream: next(app),
  });
}

function takenBack(by: Person | null, changes: Partial<Transfer> = {}): Row['event'] {
  return (app) => ({
    type: 'transfer.removed',
    transfer: passed(app, { ...changes, deletedAt: START }),
    ticket: of(app),
    by,
    stream: next(app),
  });
}

function owned(
  by: Person | null,
  owner: Person | null,
  changes: Partial<EventOf<'ticket.transferred'>> = {},
): Row['event'] {
  return (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: of(app, { owner: owner && person(owner) }),
    by,
    stream: next(app),
    ...changes,
  });
}

function closed(by: Person | null): Row['event'] {
  return (app) => ({ type: 'ticket.closed', ticket: of(app, { finishedAt: START }), by, stream: next(app) });
}

function came(changes: Partial<Ticket>, what: Partial<EventOf<'customer.arrived'>> = {}): Row['event'] {
  return (app) => ({ type: 'customer.arrived', ticket: of(app, changes), stream: next(app), ...what });
}

function noted(changes: Parameters<typeof line>[1]): Row['event'] {
  return (app) => ({
    type: 'line.changed',
    customerId: '40',
    instanceId: '5',
    line: line(String(300 + held(app) + 1), { kind: 'note', ticketId: ticketId(app), ...changes }),
    stream: next(app),
  });
}

function wrote(attendant: Person | null, name = 'Marina Alves'): Row['event'] {
  return (app) => ({
    type: 'notice.arrived',
    noticeId: String(2_000 + held(app)),
    title: name,
    text: 'Bom dia',
    attendant,
    ticketId: ticketId(app),
    customerId: '40',
    customerName: name,
    instanceId: '5',
    stream: next(app),
  });
}

const refusal: Failure = failure('FORBIDDEN');
const refused = (form: EventOf<'form.refused'>['form'], key = '40'): Row['event'] => {
  return () => ({ type: 'form.refused', form, key, request: 1, failure: refusal });
};
const saved = (form: EventOf<'form.saved'>['form']): Row['event'] => {
  return () => ({ type: 'form.saved', form, key: '40@5', request: 1, id: '300', version: null, lists: [] });
};

function used(percent: number): Row['event'] {
  return (app) => ({
    type: 'list.answered',
    list: 'messageLimit',
    request: 1,
    page: {
      list: 'messageLimit',
      total: 1,
      rows: [{ id: `2026-${app.log.position}`, sent: 810, limit: 1_000, percent }],
    },
  });
}

const byCarla = { triggeredBy: carla };
const byItself = { triggeredBy: null };
const financeiro = { id: '70', name: 'Financeiro' };
const hour = 3_600_000;

export const toldRows = {
  'told: it is offered': { event: offered(), told: { bruno: offer('manual', ana.name) } },
  'told: it is offered with a note': {
    event: offered({ note: 'Já paguei.' }),
    told: { bruno: offer('noted', ana.name, { note: 'Já paguei.' }) },
  },
  'told: an administrator offers it': {
    event: offered(byCarla),
    told: { ana: leaving('manual', carla.name), bruno: offer('manual', carla.name) },
  },
  'told: it is offered for lack of an answer': {
    event: offered(byItself),
    told: { ana: leaving('automatic', ''), bruno: offer('automatic', '') },
  },
  'told: the offer is accepted': {
    event: given(bruno),
    told: {
      ana: settled('transferred', 'sender', ana.name),
      bruno: settled('received', 'accepted', ana.name),
      carla: settled('transferred', 'watcher.manual', ana.name),
    },
  },
  'told: the offer is accepted, where another is the first user': {
    event: given(bruno, {}, '1'),
    told: { ana: settled('transferred', 'sender', ana.name), bruno: settled('received', 'accepted', ana.name) },
  },
  'told: an administrator gives it': {
    event: given(carla, byCarla),
    told: {
      ana: settled('transferred', 'previous.manual', carla.name),
      bruno: { ...settled('received', 'manual', carla.name), sound: 'transfer' },
      // She sees it, as all.
      carla: { ...settled('transferred', 'sender', carla.name), leads: true },
    },
  },
  'told: it is given for lack of an answer': {
    event: given(null, byItself),
    told: {
      ana: settled('transferred', 'previous.automatic', ''),
      bruno: { ...settled('received', 'automatic', ''), sound: 'transfer' },
      carla: settled('transferred', 'watcher.automatic', ''),
    },
  },
  'told: its sender takes it back': {
    event: takenBack(ana),
    told: { bruno: back('removed', 'receiver.manual', ana.name, false) },
  },
  'told: it comes back by itself': {
    event: takenBack(null),
    told: {
      ana: back('removed', 'previous.automatic', '', true),
      bruno: back('removed', 'receiver.automatic', '', false),
    },
  },
  'told: it is declined': {
    event: takenBack(bruno),
    told: { ana: back('declined', 'previous', bruno.name, true) },
  },
  'told: what an administrator offered is declined': {
    event: takenBack(bruno, byCarla),
    told: {
      ana: back('declined', 'previous', bruno.name, true),
      carla: back('declined', 'sender', bruno.name, true),
    },
  },
  'told: an administrator takes back what another offered': {
    event: takenBack(carla, { triggeredBy: dora }),
    told: {
      ana: back('removed', 'previous.manual', carla.name, true),
      bruno: back('removed', 'receiver.manual', carla.name, false),
      dora: back('removed', 'sender.manual', carla.name, false),
    },
  },
  'told: another closes it': {
    event: closed(carla),
    told: {
      ana: {
        says: ['notice.closed.title', 'notice.closed.text'],
        values: { ...marina, sender: carla.name },
        tone: 'warning',
        stays: short,
        leads: true,
      },
    },
  },
  'told: it closes by itself': { event: closed(null), told: {} },
  'told: she closes it': { event: closed(ana), told: {} },
  'told: it is assigned': { event: owned(carla, ana), told: { ana: taken('received', 'manual', carla.name) } },
  'told: a flow assigns it': { event: owned(null, ana), told: { ana: taken('received', 'accepted', '') } },
  'told: she takes it': { event: owned(ana, ana), told: {} },
  'told: it is put back into the queue': {
    event: owned(carla, null, { previousOwnerId: ana.id }),
    told: { ana: taken('queued', 'manual', carla.name), bruno: queue, dora: queue },
  },
  'told: it falls back into the queue': {
    event: owned(null, null, { previousOwnerId: ana.id }),
    told: { ...everybody, ana: taken('queued', 'automatic', '') },
  },
  'told: it is moved to a department': {
    event: owned(carla, null, { previousOwnerId: ana.id, department: financeiro }),
    told: { ana: taken('moved', 'manual', carla.name, { department: 'Financeiro' }), bruno: queue, dora: queue },
  },
  'told: she is mentioned': {
    event: noted({ by: carla, mentions: [ana], text: '@Ana veja' }),
    told: { ana: mention(carla) },
  },
  'told: she mentions herself': { event: noted({ by: ana, mentions: [ana], text: '@Ana veja' }), told: {} },
  'told: the mention was deleted': {
    event: noted({ by: carla, mentions: [ana], text: null, deleted: true }),
    told: {},
  },
  'told: what she scheduled isn’t sent': {
    event: noted({ kind: 'schedule_refused', by: ana, text: 'window' }),
    told: { ana: schedule('window') },
  },
  'told: what she scheduled isn’t sent, nobody knows why': {
    event: noted({ kind: 'schedule_refused', by: ana, text: null }),
    told: { ana: schedule('other') },
  },
  'told: one waits in the queue': { event: came({ owner: null, waitingSince: START }), told: everybody },
  'told: an unread one is in the queue': { event: came({ owner: null, unseen: 1 }), told: everybody },
  'told: an old one is brought in': { event: came({ owner: null }), told: {} },
  'told: a flow has it': { event: came({ owner: null, waitingSince: START, inFlow: true }), told: {} },
  'told: one waits who is blocked': {
    event: came({ owner: null, waitingSince: START, customer: customer({ blacklisted: true }) }),
    told: {},
  },
  'told: one waits who is offered to somebody': {
    event: came({ owner: null, waitingSince: START, pendingTransfer: transfer({ previousOwner: null }) }),
    told: {},
  },
  'told: a finish was undone': { event: came({ owner: null, unseen: 1 }, { reopened: true }), told: {} },
  'told: it is hers, and wakes': { event: came({}, { woken: true }), told: { ana: woken } },
  'told: her window soon shuts': {
    event: came({ lastReceivedAt: START - 23 * hour }, { shutting: true }),
    told: { ana: shutting('window', { minutes: 60 }) },
  },
  'told: her window has shut': {
    event: came({ lastReceivedAt: START - 24 * hour }, { shutting: true }),
    told: { ana: shutting('window.shut') },
  },
  'told: the customer wrote': { event: wrote(ana), told: { ana: message('mine'), carla: message('others') } },
  'told: the customer wrote, who has no name': {
    event: wrote(ana, '5511987654321'),
    told: { ana: message('mine', '+55 11 98765-4321'), carla: message('others', '+55 11 98765-4321') },
  },
  'told: the customer of nobody wrote': { event: wrote(null), told: {} },
  'told: the finish is done': {
    event: () => ({ type: 'ticket.finished', ticket: ticket({ finishedAt: START }) }),
    told: forAll(done(['notice.finished', ''], 8_000, marina)),
  },
  'told: the finish is refused': {
    event: () => ({ type: 'ticket.finishFailed', ticketId: '20', failure: refusal }),
    told: { ...forAll(failed('finish', true)), ana: failedOf('finish') },
  },
  'told: the pin is refused': {
    event: () => ({ type: 'customer.pinFailed', customerId: '40', pinned: true, failure: refusal }),
    told: forAll(failed('pin')),
  },
  'told: the offer is refused': {
    event: () => ({ type: 'transfer.createFailed', ticketId: '20', failure: refusal }),
    told: { ...forAll(failed('create', true)), ana: failedOf('create') },
  },
  'told: accepting is refused': {
    event: () => ({ type: 'transfer.confirmFailed', transferId: '60', failure: refusal }),
    told: forAll(failed('confirm')),
  },
  'told: taking back is refused': {
    event: () => ({ type: 'transfer.deleteFailed', transferId: '60', failure: refusal }),
    told: forAll(failed('delete')),
  },
  'told: undoing is refused': { event: refused('chat.reopen'), told: forAll(failed('undo')) },
  'told: marking unread is refused': { event: refused('chat.unread'), told: forAll(failed('unread')) },
  'told: marking read is refused': { event: refused('chat.read'), told: forAll(failed('read')) },
  'told: snoozing is refused': { event: refused('chat.snooze'), told: forAll(failed('snooze')) },
  'told: taking is refused': { event: refused('chat.take', '20'), told: forAll(failed('take', true)) },
  'told: a note is refused': { event: refused('note'), told: {} },
  'told: two drafts can’t be read': {
    event: () => ({ type: 'outbox.readFailed', of: 'drafts', count: 2, reason: 'damaged' }),
    told: forAll(unkept('notice.unread.title', 'notice.unread.drafts', { count: 2 })),
  },
  'told: a message can’t be read': {
    event: () => ({ type: 'outbox.readFailed', of: 'messages', count: 1, reason: 'damaged' }),
    told: forAll(unkept('notice.unread.title', 'notice.unread.messages', { count: 1 })),
  },
  'told: a message can’t be kept': {
    event: () => ({ type: 'outbox.storeFailed', clientId: 'client-1', reason: 'QuotaExceededError' }),
    told: forAll(unkept('notice.storage.title', 'error.storage.refused')),
  },
  'told: a role is saved': { event: saved('role'), told: forAll(done(['saved.role', ''])) },
  'told: a note is saved': { event: saved('note'), told: {} },
  'told: availability is saved': { event: saved('availability'), told: {} },
  'told: pairing is saved': { event: saved('instance.pair'), told: {} },
  'told: taking is saved': { event: saved('chat.take'), told: {} },
  'told: most messages are sent': {
    event: used(80),
    told: forAll(limit('notice.limit', 80, 'warning')),
  },
  'told: all messages are sent': {
    event: used(100),
    told: forAll(limit('notice.limit.reached', 100, 'danger')),
  },
  'told: few messages are sent': { event: used(0), told: {} },
} satisfies Record<`told: ${string}`, Row>;
