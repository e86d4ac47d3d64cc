import { assign, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { CampaignCounts } from '../entities/campaigns.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';

/*
 *   followed ── updated, to a higher version ──▶ followed
 *
 * A campaign's latest state pushed by the server. Frames come in any order after a reconnection: the higher
 * version wins, and lists loaded before it show its state and counts instead of their own.
 */

/** A campaign's state in a frame. */
export interface CampaignNews {
  readonly name: string;
  readonly status: string;
  readonly version: number;
  /** Why it is paused or waits. */
  readonly reason: string | null;
  readonly counts: CampaignCounts;
}

type CampaignEvent = Logged<EventOf<'campaign.updated'>>;

const machine = setup({
  types: {
    context: {} as { readonly news: CampaignNews },
    input: {} as { readonly news: CampaignNews },
    events: {} as CampaignEvent,
    emitted: {} as Command,
  },
  guards: {
    isNewer: ({ context, event }) => event.news !== null && event.news.version > context.news.version,
  },
  actions: {
    take: assign({ news: ({ context, event }) => event.news ?? context.news }),
  },
});

export const campaignMachine = machine.createMachine({
  id: 'campaign',
  context: ({ input }) => input,
  initial: 'followed',
  states: {
    followed: { on: { 'campaign.updated': { guard: 'isNewer', actions: 'take' } } },
  },
});

export type CampaignSnapshot = SnapshotFrom<typeof campaignMachine>;
