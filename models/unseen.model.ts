import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import { unseenMachine } from '../src/machines/unseen/unseen.machine.ts';
import { connection, held, live } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { ana, bruno, message, person, ticket } from './samples.ts';
import { stateKey } from './state-key.ts';
import { facts, hasFailed, isLookedInto, isOfIt, snapshotOf } from './unseen.facts.ts';
import { unseenInvariants } from './unseen.invariants.ts';
import { unseenOracles } from './unseen.reference.ts';
import { arrived, key, messageId, unseenSamples as samples } from './unseen.samples.ts';
import type { UnseenSampleName as Name } from './unseen.samples.ts';

type State = 'seen' | 'unseen' | 'resetting';

const ofConnection = Object.keys(connection) as (keyof typeof connection)[];

/** Where unread messages lead. */
const some = when('it is in view', 'resetting', 'unseen');

/** Where a settled reset leads if something is still unread; in view, it isn't repeated. */
const someLeft = when('it is in view', when('its reset is asked for', 'unseen', 'stays'), 'unseen');

/** Reports that are older than the known count are ignored. */
const ifLater = when('a later count is known', 'ignored', 'stays');
const ifNews = when('the current count is known', 'ignored', 'stays');
const ifEarlierNews = when('the earlier count is known', 'ignored', 'stays');
const ifUncounted = when('the next message is counted', 'ignored', 'stays');

const ifStillCounted = when('a later count is known', 'ignored', 'seen');

const outOfView = when('its end is shown', 'stays', 'ignored');
const intoView = when('its end is shown', 'ignored', when('it is on the screen, whoever has it', 'stays', 'ignored'));

export const unseenModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'unseen',
  machine: unseenMachine,
  facts,
  actor: `unseen:${key}`,
  samples,
  scenes: {
    'a conversation in the list': {
      given: live(ana, 'atendente', [ticket()]),
      only: (Object.keys(samples) as Name[]).filter(
        (name) =>
          !/^(app|page|chat|transfer)\.|closed|whoever|to her|merged|in the next|numbered|its ticket|already|but for/.test(
            name,
          ) && !ofConnection.some((other) => other === name),
      ),
    },
    'the page is shown and hidden': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened']],
      only: [
        'unseen.wasReset: marked unread',
        'page.visibilityChanged: hidden',
        'page.visibilityChanged: shown',
        'message.arrived',
        'unseen.resetAnswered',
        'unseen.resetFailed',
        'unseen.retried',
        'ticket.left',
      ],
    },
    'scrolled up': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened']],
      only: [
        'chat.endShown: scrolled up',
        'chat.endShown',
        'unseen.wasReset: marked unread',
        'message.arrived',
        'unseen.resetAnswered',
        'ticket.left',
      ],
    },
    'its ticket changes': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened'], samples['chat.endShown: scrolled up']],
      only: ['message.arrived', 'ticket.loaded: two unseen', 'transfer.arrived', 'transfer.removed', 'ticket.closed'],
    },
    'messages are told in another order than they are numbered': {
      given: live(ana, 'atendente', [ticket()]),
      only: [
        'message.arrived',
        'message.arrived: numbered after the next',
        'message.arrived: numbered before it',
        'ticket.opened',
      ],
    },
    'somebody else reads some of it while it is being reset': {
      given: [
        ...live(ana, 'atendente', [ticket()]),
        arrived(true),
        samples['ticket.opened'],
        arrived(true),
        arrived(true),
      ],
      only: [
        'message.arrived',
        'unseen.wasReset',
        'unseen.wasReset: but for the last',
        'unseen.wasReset: marked unread',
        'unseen.resetAnswered',
        'ticket.left',
      ],
    },
    'the next attendance begins while the last one is read': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened'], samples['ticket.closed']],
      only: ['message.arrived: in the next attendance', 'unseen.wasReset'],
    },
    'its customer is merged into another while it is read': {
      given: [...live(ana, 'atendente', [ticket(), ticket({ id: '21' })]), samples['ticket.opened']],
      only: ['ticket.loaded: of the customer it was merged into', 'message.arrived: in the next attendance'],
    },
    'an administrator looks in': {
      given: live(ana, 'administrador', [ticket({ owner: person(bruno), unseen: 1, lastMessage: message('901') })]),
      only: [
        'ticket.opened',
        'ticket.left',
        'message.arrived: in a ticket of whoever has it',
        'ticket.transferred: to her',
      ],
    },
    'a new conversation': {
      given: live(ana, 'atendente', []),
      only: [
        'message.arrived',
        'message.arrived: ours',
        'message.arrived: read already',
        'message.arrived: its ticket doesn’t tell of it yet',
        'customer.arrived',
        'ticket.loaded: two unseen',
        'ticket.opened',
      ],
    },
    'the connection breaks': {
      given: [...live(ana, 'atendente', [ticket()]), arrived(true), samples['ticket.opened']],
      only: [
        ...ofConnection,
        'tickets.listed: after the break',
        'ticket.left',
        'ticket.opened',
        'unseen.resetAnswered',
        'unseen.resetFailed',
      ],
    },
    'the page is reloaded': {
      given: live(ana, 'atendente', [ticket()]),
      only: [
        'app.opened: the page is reloaded',
        'message.arrived',
        'ticket.opened',
        'ticket.left',
        'unseen.resetAnswered',
        'unseen.resetAnswered: from before the last message',
        'unseen.resetFailed',
        'socket.ticketIssued',
        'socket.opened',
        'socket.greeted: missed frames follow',
      ],
    },
  },
  expected: {
    anywhere: {
      'app.opened: the page is reloaded': when(
        'its end is shown',
        'stays',
        when('a reset was asked for', 'stays', 'ignored'),
      ),
      'ticket.left': outOfView,
      'chat.endShown: scrolled up': outOfView,
      'page.visibilityChanged: hidden': outOfView,
      // The count is kept as of the new position.
      'socket.greeted: something was lost': when('the greeting is awaited', 'stays', 'ignored'),
    },
    states: {
      none: {
        'message.arrived': some,
        'message.arrived: its ticket doesn’t tell of it yet': some,
        'message.arrived: read already': 'seen',
        // Its ticket has one unread message.
        'message.arrived: ours': some,
        'customer.arrived': 'seen',
        // The ticket is held because it was opened.
        'ticket.loaded: two unseen': when('it is on the screen', 'resetting', 'ignored'),
      },
      seen: {
        // The known count may include the message already.
        'message.arrived': when('a later count is known', 'ignored', some),
        'message.arrived: its ticket doesn’t tell of it yet': when('a later count is known', 'ignored', some),
        'message.arrived: numbered after the next': some,
        'message.arrived: numbered before it': some,
        'ticket.loaded: two unseen': when('a later count is known', 'ignored', some),
        'tickets.listed: after the break': when('the current count is known', 'ignored', some),
        'message.arrived: in the next attendance': when('its attendance is over', 'unseen', some),
        'ticket.loaded: of the customer it was merged into': outOfView,
        'transfer.arrived': 'stays',
        'transfer.removed': 'stays',
        'ticket.closed': 'stays',
        'chat.endShown': intoView,
        'ticket.loaded: none unseen': ifLater,
        'ticket.transferred: the next attendance': ifLater,
        'customer.arrived': ifLater,
        'unseen.wasReset': ifLater,
        'unseen.wasReset: but for the last': when(
          'a later count is known',
          'ignored',
          when('its reset is asked for', 'unseen', some),
        ),
        'unseen.wasReset: marked unread': when('a later count is known', 'ignored', 'unseen'),
        'unseen.resetAnswered': ifNews,
        'unseen.resetAnswered: from before the last message': ifEarlierNews,
        'ticket.opened': when('it is in view', 'ignored', 'stays'),
        'page.visibilityChanged: shown': intoView,
        'socket.greeted: missed frames follow': when(
          'the greeting is awaited',
          when('a reset was asked for', when('it is in view', 'stays', 'ignored'), 'ignored'),
          'ignored',
        ),
      },
      unseen: {
        'message.arrived': when(
          'it is in view',
          when('a reset of what comes next is asked for', 'ignored', 'resetting'),
          ifUncounted,
        ),
        'message.arrived: its ticket doesn’t tell of it yet': when(
          'it is in view',
          when('a reset of what comes next is asked for', 'ignored', 'resetting'),
          ifUncounted,
        ),
        'message.arrived: numbered after the next': 'stays',
        'message.arrived: numbered before it': when('the last message is counted', 'ignored', 'stays'),
        'ticket.loaded: two unseen': when(
          'a later count is known',
          'ignored',
          when('it is in view', when('a reset of what comes next is asked for', 'stays', 'resetting'), 'stays'),
        ),
        'ticket.loaded: none unseen': ifStillCounted,
        'tickets.listed: after the break': when(
          'it is in view',
          when('a reset of what came last is asked for', ifNews, 'resetting'),
          ifNews,
        ),
        // The server reports the count of what is still visible.
        'ticket.transferred: the next attendance': ifStillCounted,
        'customer.arrived': ifStillCounted,
        'transfer.arrived': ifStillCounted,
        'transfer.removed': ifStillCounted,
        'ticket.closed': ifStillCounted,
        'unseen.wasReset': ifStillCounted,
        'unseen.wasReset: but for the last': ifLater,
        'unseen.wasReset: marked unread': ifLater,
        'unseen.retried': when('its reset failed', 'resetting', when('a reset failed before', 'stays', 'ignored')),
        'unseen.resetAnswered': when('the answer leaves some', ifNews, 'seen'),
        'unseen.resetAnswered: from before the last message': when(
          'the earlier answer leaves some',
          ifEarlierNews,
          'seen',
        ),
        'message.arrived: in the next attendance': ifUncounted,
        'message.arrived: in a ticket of whoever has it': 'stays',
        'ticket.transferred: to her': when('it is on the screen, whoever has it', 'resetting', 'stays'),
        'ticket.opened': when('it is in view', 'ignored', when('somebody else has it', 'ignored', 'resetting')),
        'chat.endShown': when('it is on the screen', 'resetting', intoView),
        'page.visibilityChanged: shown': when(
          'it is in view',
          'ignored',
          when('it is on the screen', 'resetting', intoView),
        ),
        // A reset requested before the break is repeated.
        'socket.greeted: missed frames follow': when(
          'the greeting is awaited',
          when('it is in view', 'resetting', 'ignored'),
          'ignored',
        ),
        'socket.greeted: something was lost': when(
          'the greeting is awaited',
          when('it is in view', 'resetting', 'stays'),
          'ignored',
        ),
      },
      resetting: {
        // The answer would have gone to the earlier page.
        'app.opened: the page is reloaded': 'unseen',
        'message.arrived': ifUncounted,
        'message.arrived: its ticket doesn’t tell of it yet': ifUncounted,
        'message.arrived: numbered after the next': 'stays',
        'message.arrived: numbered before it': when('the last message is counted', 'ignored', 'stays'),
        'message.arrived: in the next attendance': ifUncounted,
        'ticket.loaded: of the customer it was merged into': outOfView,
        'message.arrived: in a ticket of whoever has it': 'stays',
        'ticket.transferred: to her': 'stays',
        'ticket.loaded: two unseen': ifLater,
        'ticket.loaded: none unseen': ifLater,
        'ticket.transferred: the next attendance': ifLater,
        'customer.arrived': ifLater,
        'unseen.wasReset': ifLater,
        'unseen.wasReset: but for the last': ifLater,
        'unseen.wasReset: marked unread': ifLater,
        // Messages that arrived meanwhile are still unread, or are reset next.
        'unseen.resetAnswered': when('the answer leaves some', someLeft, 'seen'),
        'unseen.resetAnswered: from before the last message': when('the earlier answer leaves some', someLeft, 'seen'),
        // Somebody else may have reset it, or newer messages need another reset.
        'unseen.resetFailed': when('something is unseen', someLeft, 'seen'),
        'tickets.listed: after the break': ifNews,
        'chat.endShown': intoView,
        'ticket.opened': when('it is in view', 'ignored', 'stays'),
        'page.visibilityChanged: shown': intoView,
      },
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app);
    const { directory } = app;
    const position = held(app);
    const { count, asked } = snapshot?.context ?? {};
    return stateKey(snapshot?.value ?? null, {
      some: count && Math.min(2, count.arrived.length + (count.base?.count ?? 0)),
      newest: count && count.newest === messageId(position),
      ahead: count?.base ? Math.sign(count.base.asOf - position) : null,
      shown: snapshot?.context.shown,
      kept: snapshot?.context.kept === true,
      failed: hasFailed(app),
      asked: asked && (asked.upTo === count?.newest ? 'all' : 'less'),
      hidden: !selectVisible(directory.shell.getSnapshot()),
      open: directory.ticket('20')?.getSnapshot().context.watched,
      lookedInto: isLookedInto(app),
      isOfIt: isOfIt(app),
      socket: directory.socket.getSnapshot().value === 'live' ? null : stateKey(directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: unseenInvariants,
  oracles: unseenOracles,
  onlyInTheLog: {
    'any state · unseen.resetAnswered': 'A reset in flight ends only with its answer.',
  },
};
