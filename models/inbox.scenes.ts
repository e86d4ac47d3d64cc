import { connection, live } from './connection.ts';
import { narrowScenes } from './inbox.narrow.ts';
import { numberScenes } from './inbox.numbers.ts';
import { answered, inboxSamples, ofOneMoment, row } from './inbox.samples.ts';
import type { Scene } from './model.ts';
import { ana, atWork, bruno, person, ticket } from './samples.ts';

type Name = keyof typeof inboxSamples;

const answers = [
  'tickets.listed: of 25',
  'tickets.listed: of 3',
  'tickets.listFailed',
] as const satisfies readonly Name[];
const paging = ['inbox.endReached', 'inbox.retried'] as const satisfies readonly Name[];
const filters = [
  'inbox.filtered: finished ones',
  'inbox.filtered: mine, open',
  'inbox.searched: “mar”',
  'inbox.searched: nothing',
  'instance.chosen',
] as const satisfies readonly Name[];
const views = ['inbox.filtered: the queue', 'inbox.filtered: waiting'] as const satisfies readonly Name[];
const narrowings = ['inbox.narrowed: not answered', 'inbox.narrowed: nothing'] as const satisfies readonly Name[];
const sorts = ['inbox.sorted: longest wait', 'inbox.sorted: last message'] as const satisfies readonly Name[];

/** The scenes of the list's model. */
export const inboxScenes: Readonly<Record<string, Scene<Name>>> = {
  'before anybody is logged in': {
    given: [],
    only: [...filters, 'app.opened: with a kept session', 'app.opened: nobody was logged in', 'logout.requested'],
  },
  'somebody logs in': {
    given: [
      inboxSamples['app.opened: nobody was logged in'],
      inboxSamples['inbox.filtered: mine, open'],
      inboxSamples['inbox.filtered: finished ones'],
      inboxSamples['inbox.searched: “mar”'],
      inboxSamples['login.submitted'],
    ],
    only: [
      'login.succeeded',
      'login.succeeded: who had chosen an instance',
      'login.succeeded: who had chosen what to look at',
    ],
  },
  'what somebody had chosen to look at': {
    given: [],
    only: ['app.opened: who had chosen what to look at', 'app.opened: with a kept session', 'logout.requested'],
  },
  'the chosen instance isn’t theirs any more': {
    given: [...atWork(ana), inboxSamples['instance.chosen']],
    only: ['instances.listed: another'],
  },
  'a pin, and the connection breaks': {
    given: [
      ...live(ana, 'atendente', []),
      inboxSamples['inbox.filtered: mine, open'],
      answered(3),
      inboxSamples['customer.pinned'],
      connection['socket.closed'],
      connection['timer.fired: reconnect'],
      connection['socket.ticketIssued'],
      connection['socket.opened'],
    ],
    only: ['socket.greeted: something was lost', 'customer.pinToggled: on', 'customer.pinToggled: off'],
  },
  'a pin while the list is on its way': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']],
    only: [
      'customer.pinned',
      'customer.pinToggled: on',
      'customer.pinned: not any more',
      'tickets.listed: of 25',
      'tickets.listed: of 25, from before the last frame',
    ],
  },
  'page by page': {
    given: atWork(ana),
    only: [
      ...answers,
      ...paging,
      'tickets.listed: none',
      'tickets.listed: of an earlier call',
      'tickets.listFailed: of an earlier call',
      'timer.fired: resync',
      'message.arrived',
    ],
  },
  'a row leaves between two pages': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(25)],
    only: ['inbox.endReached', 'tickets.listed: of 25, as of a later position', 'ticket.closed'],
  },
  'a row leaves during a resync, or after it': {
    given: [
      ...atWork(ana),
      connection['socket.ticketIssued'],
      connection['socket.opened'],
      answered(25),
      connection['socket.greeted: something was lost'],
    ],
    only: [
      'inbox.endReached',
      'tickets.listed: of 25',
      'tickets.listed: of 25, from before the last frame',
      'ticket.closed',
    ],
  },
  pins: {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(3)],
    only: [
      'customer.pinToggled: on',
      'customer.pinToggled: off',
      'customer.pinFailed',
      'customer.pinned',
      'customer.pinned: not any more',
    ],
  },
  'the page is reloaded': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']],
    only: [...answers, ...paging, 'app.opened: with a kept session'],
  },
  'the page is reloaded with a pending pin': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(3)],
    only: [
      'app.opened: with a kept session',
      'customer.pinToggled: on',
      'customer.pinToggled: off',
      'customer.pinFailed',
      'tickets.listed: of 3',
    ],
  },
  'their role changes': {
    given: [...live(ana, 'atendente', [row(1), ticket({ owner: person(bruno) })])],
    only: [
      'app.opened: with a kept session',
      'app.opened: an administrator by now',
      'user.loaded: an attendant by now',
      'user.loaded: an administrator by now',
    ],
  },
  'they are who they were': {
    given: [...live(ana, 'atendente', [row(1)]), inboxSamples['user.loaded: as they were']],
    only: ['user.loaded: as they were'],
  },
  'frames of tickets that are not held': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']],
    only: ['tickets.listed: something is unseen elsewhere', 'unseen.wasReset: elsewhere'],
  },
  'the numbers are in doubt': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.narrowed: the unread'], answered(0)],
    only: [
      'unseen.wasReset: elsewhere',
      'timer.fired: views',
      'tickets.listed: the views',
      'tickets.listFailed',
      'inbox.narrowed: nothing',
    ],
  },
  'the numbers are in doubt while more is asked for': {
    given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(25)],
    only: [
      'inbox.narrowed: the unread',
      'tickets.listed: of 25',
      'inbox.endReached',
      'unseen.wasReset: elsewhere',
      'timer.fired: views',
    ],
  },
  'other filters': { given: atWork(ana), only: [...filters, 'tickets.listed: of 3', 'tickets.listFailed'] },
  'other views': {
    given: atWork(ana),
    only: [...views, 'inbox.filtered: mine, open', 'tickets.listed: of 3', 'message.arrived', 'ticket.closed'],
  },
  'a flow takes one and hands it over': {
    given: atWork(ana),
    only: [
      'inbox.filtered: with a flow',
      'inbox.filtered: the queue',
      'tickets.listed: of 3',
      'customer.arrived: a flow took it',
      'ticket.transferred: a flow handed it over',
    ],
  },
  'other narrow filters': { given: atWork(ana), only: [...narrowings, 'tickets.listed: of 3', 'message.arrived'] },
  'another order': { given: atWork(ana), only: [...sorts, 'tickets.listed: of 3', 'tickets.listFailed'] },
  'another view or order before anybody is logged in': {
    given: [inboxSamples['app.opened: nobody was logged in']],
    only: [...filters, ...views, ...sorts, ...narrowings],
  },
  'another view or order while more is asked for': {
    given: [...atWork(ana), answered(25), inboxSamples['inbox.endReached']],
    only: [...views, ...sorts, ...narrowings],
  },
  'other filters while more is asked for': {
    given: [...atWork(ana), answered(25), inboxSamples['inbox.endReached']],
    only: [...filters, 'tickets.listFailed'],
  },
  'the connection breaks': {
    given: [...atWork(ana), connection['socket.ticketIssued'], connection['socket.opened']],
    only: [...answers, ...paging, 'socket.greeted: something was lost', 'timer.fired: resync'],
  },
  'nothing was missed while the connection was down': {
    given: [
      ...live(ana, 'atendente', []),
      connection['socket.closed'],
      connection['timer.fired: reconnect'],
      connection['socket.ticketIssued'],
      connection['socket.opened'],
    ],
    only: [
      'inbox.filtered: finished ones',
      'tickets.listed: of 25',
      'tickets.listFailed',
      ...paging,
      'socket.greeted: missed frames follow',
    ],
  },
  'a resync fails': {
    given: [
      ...atWork(ana),
      inboxSamples['tickets.listed: of 25'],
      connection['socket.ticketIssued'],
      connection['socket.opened'],
      connection['socket.greeted: something was lost'],
      inboxSamples['tickets.listFailed'],
    ],
    only: [
      'timer.fired: resync',
      'tickets.listed: of 25',
      'tickets.listFailed',
      'tickets.listFailed: not permitted',
      'inbox.endReached',
    ],
  },
  'tickets of one moment': {
    given: live(ana, 'atendente', [ofOneMoment('30'), ofOneMoment('31'), ofOneMoment('32')]),
    only: ['inbox.sorted: longest wait', 'inbox.sorted: last message'],
  },
  ...narrowScenes,
  ...numberScenes,
};
