import type { UpdatedList } from '../../../contract/facts/updated-lists.ts';
import type { EventOf } from '../log/event.ts';
import type { ListName } from '../log/events-administration.ts';

/** What makes lists outdated; after a lost connection, any list that a frame could have. */
export type OutdatingEvent = EventOf<
  | 'customer.updated'
  | 'list.updated'
  | 'instance.updated'
  | 'customerGroup.updated'
  | 'campaign.updated'
  | 'form.saved'
  | 'socket.greeted'
>;

/** Lists that show one customer. */
const CUSTOMER_LISTS: readonly ListName[] = ['chat.customer', 'customers'];
/** The lists that a `ListUpdated` frame makes outdated, by its name on the wire. */
const LISTS_BY_WIRE_NAME: Readonly<Record<string, readonly ListName[]>> = {
  tags: ['tags', 'choices.tags', 'chat.customer', 'customers'],
  outcomes: ['outcomes', 'chat.outcomes'],
  quick_replies: ['quickReplies', 'chat.quickReplies'],
  saved_views: ['chat.views'],
  scheduled_messages: ['chat.scheduled', 'scheduled'],
  message_templates: ['chat.templates', 'messageTemplates', 'messageTemplate'],
  wait_settings: ['userSettings'],
  message_limit: ['messageLimit'],
  customers: ['customers'],
  customer_views: ['customers.views'],
  rules: ['rules'],
  audiences: ['audiences', 'choices.audiences'],
  blocked_contacts: ['blockedContacts'],
  customer_imports: ['imports', 'import'],
  flows: ['flows', 'flow.versions', 'flow.active', 'flow.starts', 'chat.hasStartableFlow', 'chat.startableFlows'],
  ticket_flows: ['chat.flow'],
  ticket_rules: ['chat.rules'],
  consents: ['customers', 'chat.consents'],
  customer_fields: ['customerFields', 'choices.customerFields', 'chat.customer'],
} satisfies Record<Exclude<UpdatedList, 'preferences'>, readonly ListName[]>;
/** Lists that show groups of customers. */
const GROUP_LISTS: readonly ListName[] = ['customerGroups', 'choices.groups', 'customerGroupMembers'];
/** What the conditions of an audience find; partial while a group among them is being filled. */
const FOUND_LISTS: readonly ListName[] = ['audience.count', 'audience.parts', 'audience.sample'];
/** Lists that show campaigns. */
const CAMPAIGN_LISTS: readonly ListName[] = ['campaigns', 'campaigns.active', 'campaign', 'customer.campaigns'];
/** What frames that were lost may have made outdated. */
const FRAME_LISTS = [
  ...new Set([...CUSTOMER_LISTS, ...GROUP_LISTS, ...CAMPAIGN_LISTS, ...Object.values(LISTS_BY_WIRE_NAME).flat()]),
];

/** The lists that an event makes outdated. `isPartial`: whether what is found by an audience is. */
export function outdatedBy(event: OutdatingEvent, isPartial: boolean): readonly ListName[] {
  switch (event.type) {
    case 'customer.updated':
      return CUSTOMER_LISTS;
    case 'list.updated':
      // A later server may name others.
      return (Object.hasOwn(LISTS_BY_WIRE_NAME, event.what) && LISTS_BY_WIRE_NAME[event.what]) || [];
    case 'customerGroup.updated':
      return isPartial ? [...GROUP_LISTS, ...FOUND_LISTS] : GROUP_LISTS;
    case 'campaign.updated':
      return CAMPAIGN_LISTS;
    case 'form.saved':
      return event.lists;
    case 'instance.updated':
      return ['instances'];
    case 'socket.greeted':
      return isPartial ? [...FRAME_LISTS, ...FOUND_LISTS] : FRAME_LISTS;
  }
}
