import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { App } from '../src/machines/app.ts';
import type { ConversationContext, Visibility } from '../src/machines/conversation/conversation.context.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import type { Message, Ticket } from '../src/machines/entities/entities.ts';
import type { Logged } from '../src/machines/log/event.ts';
import { held, live } from './connection.ts';
import { isHeard } from './conversation.facts.ts';
import { isReadable, key, newsIn } from './conversation.reference.ts';
import type { Invariant, Moment, Sample, Scene, Sight } from './model.ts';
import { isEqual, isLater } from './reference.ts';
import { START, ana, bruno, message, person } from './samples.ts';
import { OLD, known, ticketSamples as samples } from './ticket.samples.ts';
import type { TicketSampleName } from './ticket.samples.ts';
import { begun, open } from './ticket.scenes.ts';
import { broughtBy, sees } from './unseen.reference.ts';

/** How far a conversation may be read, by all that was reported of its attendances, and what becomes of its messages. */

interface Told {
  readonly ticket: Ticket;
  readonly at: number;
  readonly isSeen: boolean;
  /** Whether more is known of that ticket already. */
  readonly isOld: boolean;
  readonly before: ConversationContext;
  readonly after: ConversationContext;
  readonly moment: Moment;
}

const unknown: Visibility = { upTo: null, asOf: -1, tickets: {} };

function last(ids: readonly (string | null | undefined)[]): string | null {
  const [newest] = ids.flatMap((id) => id ?? []).toSorted((a, b) => Number(b) - Number(a));
  return newest ?? null;
}

/** Up to the last attendance that is the viewer's to see; the last message of a report shows one that isn't held. */
function upToAfter({ ticket, at, isSeen, before: { visibility } }: Told): string | null {
  const { tickets, upTo, asOf } = visibility;
  const others = Object.entries(tickets).filter(([id]) => id !== ticket.id);
  const seen = others.filter(([, access]) => access.visible).map(([id]) => id);
  // Of one that was never reported, only shown by messages, the report of another says nothing.
  const isOnlyShown = upTo !== ticket.id && others.every(([id]) => id !== upTo);
  // With none that may be seen, what was there stays until it is left.
  if (!isSeen) return last([...seen, isOnlyShown ? upTo : null]) ?? last(others.map(([id]) => id)) ?? upTo;
  const shown = ticket.lastMessage?.ticketId;
  const isTakenSince = others.some(([id, access]) => id === shown && !access.visible && access.asOf > at);
  return last([...seen, ticket.id, isTakenSince ? null : shown, at < asOf ? upTo : null]);
}

function visibleAfter(told: Told): Visibility {
  const { ticket, at, isSeen, isOld, before } = told;
  const { visibility } = before;
  if (isOld) return visibility;
  const owner = isSeen || ticket.owner === null ? {} : { owner: ticket.owner.name };
  const access = { visible: isSeen, open: ticket.finishedAt === null, asOf: at, ...owner };
  return {
    upTo: upToAfter(told),
    asOf: Math.max(visibility.asOf, at),
    tickets: { ...visibility.tickets, [ticket.id]: access },
  };
}

function heldIn({ chat, past }: ConversationContext): readonly Message[] {
  return [...(past?.messages ?? []), ...(chat?.messages ?? [])];
}

function isLost({ before, after }: Told): boolean {
  return [...heldIn(before), before.lastMessage].some((one) => one !== null && !isReadable(after, one.ticketId));
}

/** Whether messages that may be read now are missing among those held: nobody kept them from an administrator. */
function isMore({ ticket, isSeen, isOld, before }: Told): boolean {
  const { tickets, upTo } = before.visibility;
  const was = tickets[ticket.id];
  const wasHidden = was === undefined ? upTo !== null && isLater(ticket.id, upTo) : !was.visible;
  return isSeen && !isOld && wasHidden && before.viewer.roleName !== ADMIN_ROLE;
}

/** Whether somebody looks at it now, while nothing of what was written since the last look was brought by frames. */
function isLookedAt({ before, after, moment }: Told): boolean {
  return before.watchers.length === 0 && after.watchers.length > 0 && !isHeard(moment.app);
}

/** What is held is fetched again when more of it may be read, or less; of less the last attendance says what is last. */
function fetched(told: Told): Sight | null {
  const { before, after, moment } = told;
  if (before.chat === null) return null;
  const { upTo } = after.visibility;
  const came = moment.commands.some((command) => command.type === 'ticket.fetch' && command.ticketId === upTo);
  return {
    expected: { isAnew: isLost(told) || isMore(told) || isLookedAt(told), ...(isLost(told) && { isAsked: true }) },
    came: { isAnew: after.chat === null || after.request > before.request, ...(isLost(told) && { isAsked: came }) },
  };
}

/** Of what may not be read any more the report says what is last, or the newest that is left. */
function lastAfter(told: Told): Sight | null {
  const { ticket, isSeen, isOld, before, after, moment } = told;
  const { lastMessage, lastReceivedAt } = before;
  const came = [after.lastMessage?.id ?? null, after.lastReceivedAt];
  const ofTicket = [ticket.lastMessage?.id ?? null, ticket.lastReceivedAt];
  if (lastMessage === null || isReadable(after, lastMessage.ticketId)) {
    const isFirst = lastMessage === null && lastReceivedAt === null && moment.event.type !== 'message.arrived';
    // A colleague's says nothing of what was last, and before the first report nothing is known.
    if (isOld || (isSeen && !isFirst)) return null;
    return { expected: isSeen ? ofTicket : [lastMessage?.id ?? null, lastReceivedAt], came };
  }
  const left = (before.chat?.messages ?? []).filter(({ ticketId }) => isReadable(after, ticketId)).toReversed();
  const none = ['reaction', 'system', 'edited', 'revoked'];
  const newest = left.find(({ tag, parentId }) => tag !== 'reaction' || parentId === null)?.id ?? null;
  const written = left.find(({ received, tag }) => received && !none.includes(tag))?.at ?? null;
  return { expected: isSeen ? ofTicket : [newest, written], came };
}

function seenIn({ directory }: App): ConversationSnapshot | undefined {
  return directory.conversation(key)?.getSnapshot();
}

/** A report of one ticket; a list may bring several, and one from before a merge is of another conversation. */
function toldBy(moment: Moment, was: ConversationSnapshot | undefined, received: number): Told | null {
  const { app, event } = moment;
  const after = seenIn(app)?.context;
  const brought = event.type === 'tickets.listed' || event.type === 'ticket.finished' ? null : broughtBy(event, key);
  if (brought === null || after === undefined || was === undefined || cameAgain(event, received)) return null;
  const { ticket, at } = brought;
  const now = app.directory.ticket(ticket.id)?.getSnapshot().context.ticket?.customer.id ?? ticket.customer.id;
  const { context: before } = was;
  const isOld = (before.visibility.tickets[ticket.id]?.asOf ?? -1) > at;
  if (now !== ticket.customer.id) return null;
  return { ticket, at, isSeen: sees(before.viewer, ticket), isOld, before, after, moment };
}

function cameAgain(event: Logged, received: number): boolean {
  return 'stream' in event && event.stream.seq <= received;
}

function following(name: string, sightOf: (told: Told) => Sight | null): Invariant {
  return {
    name,
    ofState: true,
    follow: (begun) => {
      let [was, received] = [seenIn(begun), held(begun)];
      return (moment) => {
        const told = toldBy(moment, was, received);
        [was, received] = [seenIn(moment.app), held(moment.app)];
        const sight = told === null ? null : sightOf(told);
        if (sight === null || isEqual(sight.expected, sight.came)) return null;
        return `${JSON.stringify(sight.came)}, and should be ${JSON.stringify(sight.expected)}`;
      };
    },
  };
}

/** What the server lists may be read, even of an attendance that isn't known; how far is unknown until one is reported. */
const asListed: Invariant = {
  name: 'conversation: what the server lists of it may be read',
  ofState: true,
  follow: (begun) => {
    let was = seenIn(begun);
    return ({ app, event }) => {
      const [before, after] = [was, seenIn(app)];
      was = after;
      if (before === undefined || after === undefined || event.type === 'message.arrived') return null;
      const isOther =
        'clientId' in event && !before.context.optimistic.some(({ clientId }) => clientId === event.clientId);
      const news = isOther ? [] : newsIn(before, event);
      const { upTo } = before.context.visibility;
      if (news.length === 0) return null;
      const expected = upTo === null ? null : last([upTo, ...news.map(({ ticketId }) => ticketId)]);
      const came = after.context.visibility.upTo;
      return came === expected ? null : `up to ${came}, and should be up to ${expected}`;
    };
  },
};

export const visibleInvariants: readonly Invariant[] = [
  following('conversation: it may be read up to the last attendance that is the viewer’s to see', (told) => ({
    expected: { ...unknown, ...visibleAfter(told) },
    came: told.after.visibility,
  })),
  following('conversation: once more of it may be read, or less, it is fetched again, and not otherwise', fetched),
  following(
    'conversation: of what may not be read any more the server, or what is left, says what was last',
    lastAfter,
  ),
  asListed,
];

/** A ticket as a call returns it, as of so many frames after those received. */
function loaded(id: string, after: number, changes: Partial<Ticket> = {}): Sample {
  return (app) => ({
    type: 'ticket.loaded',
    ticket: { ...known, id, protocol: `2026030200000${id}`, ...changes },
    streamPosition: held(app) + after,
  });
}

const theirs = { owner: person(bruno) };
const of = (id: string, ticketId: string, changes: Partial<Message> = {}) => message(id, { ticketId, ...changes });
const inNext = { lastMessage: of('950', '21'), lastReceivedAt: START + 950 };
const inFirst = { lastMessage: of('804', '20'), lastReceivedAt: START };

/** The newest page, with messages of the attendance after it. */
function listedWith(...more: readonly Message[]): Sample {
  return (app) => {
    const page = samples['chat.listed'](app);
    return { ...page, items: [...page.items, ...more] };
  };
}

/** A page with these messages and no others. */
function pageOf(...items: readonly Message[]): Sample {
  return (app) => ({ ...samples['chat.listed'](app), items, lines: [] });
}

const silent = { lastMessage: null, lastReceivedAt: null };
/** It is on the screen, and nobody is known to have written in it. */
const begunInSilence = [...live(ana, 'atendente', [{ ...known, ...silent }]), samples['ticket.opened']] as const;

const both = [loaded('21', 1, inNext), listedWith(of('949', '21', { received: false }), of('950', '21'))] as const;

export const visibleSamples = {
  'ticket.loaded: a colleague’s': loaded('20', 1, { ...theirs, ...inFirst }),
} as const satisfies Readonly<Record<string, Sample>>;

/** What the conversation's model tries. */
export type Name = TicketSampleName | keyof typeof visibleSamples;

// Without a path nothing of what was given is looked at.
const only = ['draft.changed: a text'] as const satisfies readonly Name[];

export const visibleScenes = {
  'a page has messages of an attendance that nobody reported': {
    given: [
      ...begun,
      samples['ticket.opened'],
      listedWith(of('950', '21')),
      samples['chat.olderRequested'],
      samples['chat.listed'],
      loaded('20', 1, inFirst),
    ],
    only,
  },
  'the attendance after it is theirs, a colleague’s, and theirs again': {
    given: [...open, ...both, loaded('21', 2, theirs), samples['chat.listed'], loaded('21', 3, inNext)],
    only,
  },
  'the attendance after it is a colleague’s from the beginning': {
    given: [...open, loaded('21', 1, theirs), loaded('21', 2, inNext), loaded('9', 3, inNext), loaded('100', 4)],
    only,
  },
  'a report tells of an attendance after it that is not held': {
    given: [
      ...open,
      ...[loaded('20', 1, inNext), loaded('9', 0, inFirst), loaded('100', 0, theirs), loaded('9', 1, inFirst)],
      ...[loaded('20', 2, inNext), loaded('9', 2, inFirst), loaded('9', 3, inFirst)],
    ],
    only,
  },
  'a colleague’s attendance is reported while one is known by its messages only': {
    given: [
      ...open,
      loaded('20', 1, inNext),
      listedWith(of('949', '21'), of('950', '21')),
      ...[loaded('9', 2, theirs), loaded('100', 3, theirs), loaded('20', 4, theirs)],
      ...[loaded('21', 5, inNext), loaded('21', 6, theirs)],
    ],
    only,
  },
  'the attendance that a report tells of was taken since': {
    given: [
      ...open,
      ...[loaded('21', 4, theirs), loaded('20', 3, inNext), loaded('9', 3, inNext)],
      ...[loaded('20', 4, inNext), loaded('21', 4, theirs), loaded('20', 5, inNext), loaded('20', 6, inFirst)],
    ],
    only,
  },
  'somebody has it by the time its draft is looked at again': {
    given: [
      ...open,
      ...[samples['draft.changed: a text'], samples['ticket.transferred'], samples['ticket.left']],
      samples['ticket.opened'],
    ],
    only: ['ticket.loaded: a colleague’s', 'chat.listed'],
  },
  'told again, it is no news': { given: open, only: ['ticket.loaded: as of the last frame'] },
  'nobody wrote in it yet': {
    given: [...begunInSilence, pageOf(), loaded('20', 1, silent), loaded('9', 2, silent), loaded('20', 3, inFirst)],
    only,
  },
  'the attendance that its only messages are of is taken': {
    given: [...begunInSilence, pageOf(of('950', '21')), loaded('21', 1, theirs)],
    only,
  },
  'a report comes after a later one': {
    given: [
      ...open,
      ...[loaded('20', 2, inFirst), loaded('20', 1, theirs), loaded('20', 1, inNext)],
      ...[loaded('9', 5, inFirst), loaded('20', 4, inFirst)],
    ],
    only,
  },
  'only old messages are of the attendance that somebody takes': {
    given: [
      ...open,
      ...[loaded('21', 1, inFirst), samples['chat.listed']],
      ...[samples['chat.sought'], pageOf(of('298', '20'), of('299', '20'), of(OLD, '21'))],
    ],
    only: ['ticket.transferred: the next attendance', 'chat.listed'],
  },
  'none of its attendances is theirs': {
    given: [...open, loaded('20', 1, theirs), loaded('21', 2, theirs), loaded('9', 3, theirs), loaded('20', 4, theirs)],
    only,
  },
  'what is last once the attendance after it is taken': {
    given: [
      ...open,
      loaded('21', 1, inNext),
      listedWith(
        of('810', '20'),
        of('811', '20', { received: false, author: ana }),
        of('812', '20', { tag: 'reaction', text: '🙏', parentId: '802' }),
        of('949', '21'),
        of('950', '21'),
      ),
      loaded('21', 2, theirs),
      samples['chat.listed'],
    ],
    only,
  },
  'a report of before it says what is last': {
    given: [...open, ...both, loaded('21', 2, { ...theirs, finishedAt: START }), loaded('20', 3, inFirst)],
    only,
  },
  'a report of theirs without the attendance after it': {
    given: [
      ...open,
      loaded('20', 1, inNext),
      listedWith(of('949', '21'), of('950', '21')),
      loaded('20', 2, { ...inFirst, lastReceivedAt: START - 5 }),
      samples['chat.listed'],
      loaded('20', 3, { finishedAt: START }),
      loaded('20', 3, {}),
    ],
    only,
  },
  'all of it is an administrator’s to read': {
    given: [
      ...live(ana, ADMIN_ROLE, [known]),
      samples['ticket.opened'],
      samples['chat.listed'],
      ...[loaded('21', 1, { ...theirs, ...inNext }), loaded('20', 2, theirs), loaded('21', 3, inNext)],
    ],
    only,
  },
} as const satisfies Readonly<Record<string, Scene<Name>>>;
