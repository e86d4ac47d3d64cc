import type { App } from '../src/machines/app.ts';
import type { CustomerTag, Ticket } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { InboxFilters } from '../src/machines/log/events-inbox.ts';
import { listed, live } from './connection.ts';
import type { Sample, Scene } from './model.ts';
import { when } from './model.ts';
import { isEqual } from './reference.ts';
import { START, ana, bruno, customer, person, ticket } from './samples.ts';

/** Each narrow filter and each kind of search, over tickets of which one is just beside what each asks for. */

const DAY = 86_400_000;
const vip: CustomerTag = { id: '60', name: 'VIP', color: 'purple' };
const sold = 'Venda feita';

function narrowed(only: InboxFilters): AppEvent {
  return { type: 'inbox.narrowed', only };
}

function searched(search: string): AppEvent {
  return { type: 'inbox.searched', search };
}

export const narrowSamples = {
  'inbox.narrowed: an owner’s': narrowed({ ownerId: bruno.id }),
  'inbox.narrowed: a department’s': narrowed({ departmentId: '4' }),
  'inbox.narrowed: with a tag': narrowed({ tagId: vip.id }),
  'inbox.narrowed: the blocked': narrowed({ blacklisted: true }),
  'inbox.narrowed: a day’s': narrowed({ ended: { from: START, to: START + DAY } }),
  'inbox.narrowed: a day’s, by outcome': narrowed({ ended: { from: START, to: START + DAY, outcome: sold } }),
  'inbox.searched: a name without its accents': searched('jose av'),
  'inbox.searched: a part of a number': searched('(11) 9 8765'),
  'inbox.searched: a number without its ninth digit': searched('1187654321'),
  'inbox.searched: the beginning of a protocol': searched('202603020000305'),
  'inbox.searched: just enough of a protocol': searched('202603020'),
  'inbox.searched: too little of a protocol': searched('20260302'),
  'inbox.filtered: all finished ones': { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'all' },
  'inbox.filtered: all open ones': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' },
  'inbox.filtered: those put off': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'snoozed' },
} as const satisfies Record<string, Sample>;

type NarrowName = keyof typeof narrowSamples;

const names = Object.keys(narrowSamples) as NarrowName[];

export const narrowFacts = {
  'just this is asked for': ({ directory }: App, event: AppEvent) => {
    const { query } = directory.inbox.getSnapshot().context;
    if (event.type === 'inbox.narrowed') return isEqual(query.only ?? {}, event.only);
    if (event.type === 'inbox.searched') return query.search === event.search.trim();
    if (event.type !== 'inbox.filtered') return false;
    const { instanceId, status, scope } = event;
    return isEqual([query.instanceId, query.status, query.scope], [instanceId, status, scope]);
  },
};

/** Where another query leads; the current one isn't fetched again. */
export function narrowLeads<const To>(to: To) {
  const lead = when('just this is asked for', 'ignored', to);
  return Object.fromEntries(names.map((name) => [name, lead])) as Record<NarrowName, typeof lead>;
}

function open(id: string, changes: Partial<Ticket> = {}): Ticket {
  const { customer: who = customer({ id: `5${id}`, name: `Cliente ${id}`, phone: `5521300000${id}` }) } = changes;
  return ticket({ id, protocol: `202603020000${id}`, ...changes, customer: who });
}

function ended(id: string, finishedAt: number, outcome?: string): Ticket {
  return open(id, { finishedAt, ...(outcome !== undefined && { outcome }) });
}

const opens = [
  open('301', { owner: person(bruno) }),
  open('302', { departmentId: '4' }),
  open('303', { customer: customer({ id: '5303', name: 'José Ávila', tags: [vip] }) }),
  open('304', { customer: customer({ id: '5304', phone: '551133334444', blacklisted: true }) }),
  open('305', { owner: null, snoozedUntil: START + DAY }),
  open('306', { snoozedUntil: START + DAY }),
  open('307', { owner: null, customer: customer({ id: '5307', phone: '551133334444', tags: [{ ...vip, id: '61' }] }) }),
];

const finished = [
  ended('311', START),
  ended('312', START - 1, sold),
  ended('313', START + DAY, sold),
  ended('314', START + DAY - 1, sold),
  ended('315', START + 1, 'Sem interesse'),
];

const ofFinished = ['inbox.narrowed: a day’s', 'inbox.narrowed: a day’s, by outcome'] as const;
const searches = names.filter((name) => name.startsWith('inbox.searched'));
const begun = [...live(ana, 'administrador', []), narrowSamples['inbox.filtered: all open ones']] as const;

export const narrowScenes = {
  'each narrow filter': {
    given: [...begun, listed(opens, 'page')],
    only: [
      'inbox.narrowed: an owner’s',
      'inbox.narrowed: a department’s',
      'inbox.narrowed: with a tag',
      'inbox.narrowed: the blocked',
      'inbox.narrowed: nothing',
      'inbox.filtered: those put off',
      'inbox.filtered: all open ones',
      'tickets.listed: none',
    ],
  },
  'the finished ones of a day': {
    given: [...begun, narrowSamples['inbox.filtered: all finished ones'], listed(finished, 'page')],
    only: [...ofFinished, 'inbox.narrowed: nothing', 'tickets.listed: none'],
  },
  'each kind of search': {
    given: [...begun, listed(opens, 'page')],
    only: [...searches, 'inbox.searched: nothing', 'tickets.listed: none'],
  },
} as const satisfies Readonly<Record<string, Scene>>;
