import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { App } from '../src/machines/app.ts';
import type { Person, Ticket } from '../src/machines/entities/entities.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import type { InboxQuery, ListedViews } from '../src/machines/log/events-inbox.ts';
import { awaitsGreeting, connection, held, live, next } from './connection.ts';
import { answered, inboxSamples } from './inbox.samples.ts';
import type { Invariant, Moment, Sample, Scene } from './model.ts';
import { START, ana, atWork, bruno, customer, framed, person } from './samples.ts';

/** The numbers beside the views: of tickets that aren't loaded, and of those that end, some of them more than once. */

interface Change {
  readonly id: string;
  readonly at: number;
  readonly isOver: boolean;
}

/** How many more have ended than when the first change was told: by what each ticket was before it, and is after the last. */
function moreOf(changes: readonly Change[]): number {
  const are = new Map(changes.map(({ id, isOver }) => [id, isOver]));
  const became = new Map(changes.toReversed().map(({ id, isOver }) => [id, isOver]));
  const were = [...became.values()].filter((isOver) => !isOver);
  return [...are.values()].filter((isOver) => isOver).length - were.length;
}

function isTheirs({ userId, roleName }: Viewer, { owner, pendingTransfer }: Ticket): boolean {
  return roleName === ADMIN_ROLE || [owner, pendingTransfer?.nextOwner].some((one) => one?.id === userId);
}

function knownOf({ directory }: App) {
  const { query, viewer, views } = directory.inbox.getSnapshot().context;
  return { query, viewer, doubt: views.doubt ?? null, number: directory.viewCounts.getSnapshot()?.finished ?? null };
}

/** Whose numbers they are: another's begin anew. */
function keyOf(viewer: Viewer | null, { instanceId, only }: InboxQuery): string {
  return JSON.stringify([viewer?.userId, instanceId, only]);
}

/** What a moment means for the numbers: they may begin anew, be another's, or be told by the list that is awaited. */
function followNumbers() {
  let [key, request, isGreeted]: [string, number | null, boolean] = ['', null, false];
  return ({ app, event, commands }: Moment) => {
    const { query, viewer } = knownOf(app);
    // Frames may have been lost.
    const isLost = event.type === 'socket.greeted' && isGreeted && !event.recovered;
    const isListed = event.type === 'tickets.listed' && event.request === request;
    const told = {
      isOther: key !== keyOf(viewer, query),
      isBegun: isLost || event.type === 'app.opened' || event.type === 'login.succeeded',
      listed: isListed && event.views !== undefined ? { at: event.streamPosition, views: event.views } : null,
    };
    for (const command of commands) if (command.type === 'tickets.fetch') ({ request } = command);
    [key, isGreeted] = [keyOf(viewer, query), awaitsGreeting(app)];
    return told;
  };
}

const ended: Invariant = {
  name: 'inbox: the number of finished ones is the list’s, with those that ended since, and without those open again',
  follow: (begun) => {
    const follow = followNumbers();
    let [listed, asOf, received]: [number | null, number, number] = [null, -1, -1];
    let changes: readonly Change[] = [];
    let shown = knownOf(begun).number;
    return (moment) => {
      const { app, event } = moment;
      const { query, viewer, number } = knownOf(app);
      const told = follow(moment);
      // The number stays until the next list, and what ended isn't known any more.
      if (told.isBegun) [listed, asOf, changes] = [shown, -1, []];
      if (told.isOther) [listed, asOf, changes] = [null, -1, []];
      const isEnd = event.type === 'ticket.closed' || (event.type === 'customer.arrived' && event.reopened === true);
      if (isEnd && viewer !== null && event.stream.seq > received && isTheirs(viewer, event.ticket)) {
        const { id, finishedAt, instance } = event.ticket;
        const isOfQuery = query.instanceId === null || query.instanceId === instance.id;
        const [at, isOver] = [event.stream.seq, finishedAt !== null];
        // An end that is told again is the same one.
        const isAgain = changes.findLast((change) => change.id === id)?.isOver === isOver;
        if (isOfQuery && at > asOf && !isAgain) changes = [...changes, { id, at, isOver }];
      }
      if (told.listed !== null) {
        asOf = told.listed.at;
        listed = told.listed.views.finished;
        changes = changes.filter(({ at }) => at > asOf);
      }
      [received, shown] = [held(app), number];
      // Of a narrower list the server says how many.
      if (query.only !== undefined) return null;
      const expected = listed === null ? null : listed + moreOf(changes);
      return number === expected ? null : `${number} are finished, and should be ${expected}`;
    };
  },
};

const settled: Invariant = {
  name: 'inbox: numbers are in doubt since a frame, until a list as of that moment or later, and by nothing else',
  follow: (begun) => {
    const follow = followNumbers();
    let { doubt } = knownOf(begun);
    return (moment) => {
      const [was, now] = [doubt, knownOf(moment.app).doubt];
      doubt = now;
      const { isOther, isBegun, listed } = follow(moment);
      const isOver = isOther || isBegun || (listed !== null && was !== null && listed.at >= was);
      if (isOver) return now === null ? null : 'they are still in doubt';
      if (was === null) return now === null || 'stream' in moment.event ? null : 'no frame made them doubtful';
      return now === null ? 'they are in doubt no more, and nothing settled it' : null;
    };
  },
};

const askedOnce: Invariant = {
  name: 'inbox: a first page asks for the numbers until they are told, and no more then',
  follow: () => {
    const follow = followNumbers();
    let isTold = false;
    return (moment) => {
      const { isOther, isBegun, listed } = follow(moment);
      isTold = listed !== null || (isTold && !isOther && !isBegun);
      for (const command of moment.commands) {
        if (command.type !== 'tickets.fetch' || command.purpose !== 'page' || command.page !== 1) continue;
        if ((command.withViews === true) === isTold)
          return isTold ? 'they are asked for again' : 'nobody asks for them';
      }
      return null;
    };
  },
};

export const numberInvariants: readonly Invariant[] = [ended, settled, askedOnce];

/** Of each view two that aren't loaded; of the first of them something is heard. */
const elsewhere: ListedViews = {
  mine: ['701', '765', '702'],
  waiting: ['701', '765'],
  queue: ['703', '767'],
  flow: ['704', '768'],
  snoozed: ['705', '769'],
  all: ['701', '765', '702', '703', '767', '704', '768', '705', '769'],
  finished: 4,
};

function outside(id: string, changes: Partial<Ticket>): Ticket {
  const who = customer({ id: `5${id}`, name: `Cliente ${id}`, phone: `5521300000${id}` });
  return framed({ id, customer: who, ...changes });
}

function heard(id: string, changes: Partial<Ticket>): Sample {
  return (app) => ({ type: 'customer.arrived', ticket: outside(id, changes), stream: next(app) });
}

function closed(id: string, owner: Person = ana): Sample {
  const ticket = outside(id, { owner: person(owner), finishedAt: START });
  return (app) => ({ type: 'ticket.closed', ticket, by: null, stream: next(app) });
}

function reopened(id: string): Sample {
  return (app) => ({ type: 'customer.arrived', ticket: outside(id, {}), reopened: true, stream: next(app) });
}

/** None of the rows, and what is in the views, as the server had it so many frames ago. */
function counted(ago = 0, views = elsewhere): Sample {
  return (app) => {
    const answer = answered(0)(app);
    return answer.type === 'tickets.listed' ? { ...answer, streamPosition: held(app) - ago, views } : answer;
  };
}

/** The answer that only counts, as of so many frames ago. */
function countedAlone(ago: number): Sample {
  return (app) => {
    const answer = inboxSamples['tickets.listed: the views'](app);
    return answer.type === 'tickets.listed' ? { ...answer, streamPosition: held(app) - ago } : answer;
  };
}

const asked = [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']] as const;
const theirs = { owner: person(bruno) };
const lost = [
  connection['socket.closed'],
  connection['timer.fired: reconnect'],
  connection['socket.ticketIssued'],
  connection['socket.opened'],
  connection['socket.greeted: something was lost'],
] as const;

// Without a path nothing of what was given is looked at.
const only = ['inbox.filtered: finished ones'] as const satisfies readonly (keyof typeof inboxSamples)[];

export const numberScenes = {
  'something is heard of tickets that aren’t loaded': {
    given: [
      ...asked,
      counted(),
      heard('701', { notResponded: true }),
      heard('702', theirs),
      heard('703', {}),
      heard('704', { owner: null }),
      heard('705', {}),
      heard('706', { owner: null, inFlow: true }),
      heard('707', { snoozedUntil: START }),
    ],
    only,
  },
  'something is heard of tickets while they are counted': {
    given: [...asked, heard('702', theirs), heard('703', theirs), heard('704', theirs), counted(2)],
    only,
  },
  'an older list knows no flows, and nothing put off': {
    given: [...asked, counted(0, { mine: ['701'], waiting: [], queue: [], all: ['701'], finished: 0 })],
    only,
  },
  'one ends and is open again, more than once': {
    given: [
      ...asked,
      counted(),
      ...[closed('701'), closed('701'), reopened('701'), reopened('701'), closed('701'), closed('701')],
      ...[closed('70'), reopened('7'), closed('703', bruno)],
    ],
    only,
  },
  'one that had ended is open again, more than once': {
    given: [...asked, counted(), reopened('720'), reopened('720'), closed('720'), closed('720'), reopened('720')],
    only,
  },
  'some end and one is open again while they are counted': {
    given: [...asked, closed('701'), reopened('702'), reopened('720'), closed('703'), closed('704'), counted(3)],
    only,
  },
  'some end, one as of the list and one before it': {
    given: [...asked, reopened('720'), closed('701'), reopened('702'), counted(0)],
    only,
  },
  'one ends that the list knew of, and another after it': {
    given: [...asked, counted(-1), closed('701'), closed('702')],
    only,
  },
  'nothing was ever told': {
    given: [...atWork(ana), inboxSamples['inbox.filtered: mine, open'], counted()],
    only: [...only, 'app.opened: with a kept session'],
  },
  'some end, and frames are lost': {
    given: [...asked, counted(), closed('701'), closed('702'), reopened('701'), ...lost, closed('703'), counted(0)],
    only,
  },
  'an administrator’s finished ones are everybody’s': {
    given: [
      ...live(ana, ADMIN_ROLE, []),
      inboxSamples['inbox.filtered: mine, open'],
      counted(),
      ...[closed('703', bruno), reopened('701'), closed('701')],
    ],
    only,
  },
  'a list from before the doubt doesn’t settle it': {
    given: [
      ...live(ana, 'atendente', []),
      inboxSamples['inbox.narrowed: the unread'],
      answered(0),
      inboxSamples['unseen.wasReset: elsewhere'],
      inboxSamples['timer.fired: views'],
      countedAlone(1),
      inboxSamples['timer.fired: views'],
      countedAlone(0),
    ],
    only: [...only, 'timer.fired: views'],
  },
} as const satisfies Readonly<Record<string, Scene<keyof typeof inboxSamples>>>;
