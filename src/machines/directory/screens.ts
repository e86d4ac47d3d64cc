import { campaignMachine } from '../campaign/campaign.machine.ts';
import { editingMachine } from '../editing/editing.machine.ts';
import type { FormName } from '../entities/forms.ts';
import type { CampaignNews } from '../campaign/campaign.machine.ts';
import { listingMachine } from '../listing/listing.machine.ts';
import { CAMPAIGN_LISTS, outdatedBy } from '../listing/listing.outdated.ts';
import type { OutdatingEvent } from '../listing/listing.outdated.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { AdministrationEvent, EditingEvent, ListingEvent, ListName } from '../log/events-administration.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { StoredKinds } from './stored.ts';

/**
 * The administration's lists and forms, and what was told of campaigns; loaded with its first screen, so that attendance needn't load it. A list is kept
 * for the whole session, a form until it is left.
 */
export function createScreens(core: Core) {
  const lists = createKeyed<typeof listingMachine, ListName>('list', listingMachine, core);
  const forms = createKeyed<typeof editingMachine, string>('form', editingMachine, core);

  const campaigns = createKeyed<typeof campaignMachine, string>('campaign', campaignMachine, core);

  // Calls are numbered from the log position on, so that an actor ignores answers to an earlier one of the same name.
  function toList(event: Logged<ListingEvent>): void {
    const { list, position: request } = event;
    if (lists.get(list) !== undefined) lists.send(list, event);
    else if (event.type === 'list.opened') lists.make(list, { list, query: event.query, request });
  }

  function toForm(event: Logged<EditingEvent>): void {
    const { form, key, position: request } = event;
    const name = nameOf(form, key);
    if (event.type === 'form.left') {
      forms.forget(name);
      return;
    }
    if (event.type === 'form.opened' && forms.get(name) === undefined) forms.make(name, { form, key, request });
    forms.send(name, event);
    if (event.type === 'form.saved') outdate(event.lists, event);
  }

  function outdate(
    names: readonly ListName[],
    event: Logged<EditingEvent | OutdatingEvent | EventOf<'campaign.updated'>>,
  ): void {
    const { position, loggedAt } = event;
    for (const list of names) lists.send(list, { type: 'list.outdated', list, position, loggedAt });
  }

  /** A change of counts is shown as it is told; of a state, lists may have others now. */
  function toCampaign(event: Logged<EventOf<'campaign.updated'>>): void {
    const { campaignId: id, news } = event;
    if (news === null) return;
    const before = campaigns.get(id)?.getSnapshot().context.news;
    if (before === undefined) campaigns.make(id, { news });
    else campaigns.send(id, event);
    const isChanged = before === undefined || (news.version > before.version && hasChanged(before, news));
    if (isChanged) outdate(CAMPAIGN_LISTS, event);
  }

  return {
    list: lists.get,
    campaign: campaigns.get,
    takeCampaign: toCampaign,
    form: (name: FormName, key: string) => forms.get(nameOf(name, key)),
    /** Sends an event to its list or form. */
    take: (event: Logged<AdministrationEvent>): void => ('list' in event ? toList(event) : toForm(event)),
    /** Has lists loaded again that may show something else now. */
    outdate: (event: Logged<OutdatingEvent>): void => {
      // Of what was lost, a lower version may be the newer one: the server's database was set back.
      if (event.type === 'socket.greeted' && !event.recovered) campaigns.clear();
      outdate(outdatedBy(event), event);
    },
    restore: (stored: StoredKinds): void => {
      lists.restore(stored);
      forms.restore(stored);
      campaigns.restore(stored);
    },
    clear: (): void => {
      lists.clear();
      forms.clear();
      campaigns.clear();
    },
    *named(): Iterable<NamedActor> {
      yield* lists.named();
      yield* forms.named();
      yield* campaigns.named();
    },
  };
}

/** Each change of a draft is one of what it says. */
function hasChanged(before: CampaignNews, after: CampaignNews): boolean {
  return before.status !== after.status || before.reason !== after.reason || after.status === 'draft';
}

function nameOf(form: FormName, key: string): string {
  return `${form}:${key}`;
}
