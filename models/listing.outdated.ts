import type { App } from '../src/machines/app.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { ListName } from '../src/machines/log/events-administration.ts';
import { live, next } from './connection.ts';
import { campaignNews } from './frames.ts';
import type { Oracle, Sample, Scene } from './model.ts';
import { ana, instance } from './samples.ts';

/** What each list shows of what others may change, by its name on the wire: while it is open, it is asked for again. */
const shows = {
  campaign: ['campaign'],
  campaigns: ['campaign'],
  'campaigns.active': ['campaign'],
  'customer.campaigns': ['campaign'],
  'chat.consents': ['consents'],
  'chat.customer': ['customer', 'tags', 'customer_fields'],
  customers: ['customer', 'customers', 'tags', 'consents'],
  'customers.views': ['customer_views'],
  customerFields: ['customer_fields'],
  'choices.customerFields': ['customer_fields'],
  customerGroups: ['group'],
  'choices.groups': ['group'],
  customerGroupMembers: ['group'],
  tags: ['tags'],
  'choices.tags': ['tags'],
  outcomes: ['outcomes'],
  'chat.outcomes': ['outcomes'],
  quickReplies: ['quick_replies'],
  'chat.quickReplies': ['quick_replies'],
  'chat.views': ['saved_views'],
  'chat.scheduled': ['scheduled_messages'],
  scheduled: ['scheduled_messages'],
  'chat.templates': ['message_templates'],
  messageTemplates: ['message_templates'],
  messageTemplate: ['message_templates'],
  userSettings: ['wait_settings'],
  messageLimit: ['message_limit'],
  rules: ['rules'],
  'chat.rules': ['ticket_rules'],
  audiences: ['audiences'],
  'choices.audiences': ['audiences'],
  blockedContacts: ['blocked_contacts'],
  imports: ['customer_imports'],
  import: ['customer_imports'],
  flows: ['flows'],
  'flow.versions': ['flows'],
  'flow.active': ['flows'],
  'flow.starts': ['flows'],
  'chat.hasStartableFlow': ['flows'],
  'chat.startableFlows': ['flows'],
  'chat.flow': ['ticket_flows'],
  instances: ['instance'],
  // Of nobody else's making.
  'report.now': [],
  'choices.roles': [],
} as const satisfies { readonly [Name in ListName]?: readonly string[] };

type Part = (typeof shows)[keyof typeof shows][number];
type Changed = Exclude<Part, 'campaign' | 'customer' | 'group' | 'instance'>;

function isChanged(part: Part): part is Changed {
  return !['campaign', 'customer', 'group', 'instance'].includes(part);
}

const changes: readonly Changed[] = [...new Set(Object.values(shows).flat())].filter(isChanged);
const all = Object.keys(shows) as (keyof typeof shows)[];

const updated = Object.fromEntries(
  changes.map((what) => [
    `list.updated: ${what}`,
    (app: App): AppEvent => ({ type: 'list.updated', what, stream: next(app) }),
  ]),
) as Record<`list.updated: ${Changed}`, (app: App) => AppEvent>;

export const outdatedSamples = {
  ...updated,
  'list.updated: what only a later page knows': (app) => ({
    type: 'list.updated',
    what: 'toString',
    stream: next(app),
  }),
  'customer.updated': (app) => ({
    type: 'customer.updated',
    customerId: '40',
    name: 'Marina',
    tags: [],
    stream: next(app),
  }),
  'customerGroup.updated': (app) => ({ type: 'customerGroup.updated', groupId: '80', name: 'VIP', stream: next(app) }),
  'campaign.updated': (app) => ({
    type: 'campaign.updated',
    campaignId: '90',
    news: campaignNews(1),
    stream: next(app),
  }),
  'instance.updated': (app) => ({ type: 'instance.updated', instance: instance(), stream: next(app) }),
} as const satisfies Record<string, Sample>;

type OutdatedName = keyof typeof outdatedSamples;

function changedBy(event: AppEvent): string | null {
  if (event.type === 'list.updated') return event.what;
  const ofFrames = { 'customer.updated': 'customer', 'customerGroup.updated': 'group' } as const;
  if (event.type === 'customer.updated' || event.type === 'customerGroup.updated') return ofFrames[event.type];
  if (event.type === 'campaign.updated') return 'campaign';
  return event.type === 'instance.updated' ? 'instance' : null;
}

/** Of the lists that are open those that show what changed, and no other. */
export const outdatedOracle: Oracle = {
  name: 'what is asked for again',
  foretell: ({ directory }, event) => {
    const what = changedBy(event);
    // Counts of a campaign that is known are shown as they come.
    if (what === null || (event.type === 'campaign.updated' && directory.campaign(event.campaignId) !== undefined))
      return null;
    const expected = all.filter((list) => {
      const parts: readonly string[] = shows[list];
      return parts.includes(what) && directory.list(list) !== undefined;
    });
    return ({ commands }) => ({
      expected: expected.toSorted(),
      came: commands.flatMap((command) => (command.type === 'list.fetch' ? [command.list] : [])).toSorted(),
    });
  },
};

const query = { page: 1, limit: 10, search: '', sort: { by: 'name', descending: false }, filters: {} } as const;

export const outdatedScenes: Readonly<Record<string, Scene<OutdatedName>>> = {
  'lists of what others change': {
    given: [...live(ana, 'administrador', []), ...all.map((list): Sample => ({ type: 'list.opened', list, query }))],
    only: Object.keys(outdatedSamples) as OutdatedName[],
    actor: 'list:none',
  },
};
