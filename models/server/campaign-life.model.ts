import type { ServerModel } from './server-model.ts';

/** A campaign for two. `unproven`: none was accepted yet, so they are sent one after the other. */
export type CampaignLifeState =
  | 'draft'
  | 'scheduled'
  | 'preparing'
  | 'probing'
  | 'running'
  | 'running, unproven'
  | 'paused'
  | 'paused, unproven'
  | 'waiting'
  | 'waiting, unproven'
  | 'cancelling'
  | 'cancelling, some left'
  | 'cancelling, one sent'
  | 'cancelled'
  | 'cancelled, one sent'
  | 'finished'
  | 'finished, one failed'
  | 'finished, both failed';

export type CampaignLifeEvent =
  // A person's.
  | 'started'
  | 'taken back'
  | 'paused'
  | 'resumed'
  | 'cancelled'
  | 'retried'
  // The node's: it advances the campaign, and sends due messages.
  | 'looked after'
  | 'sent'
  | 'failed'
  // The provider's.
  | 'wanted once more'
  | 'template paused'
  | 'template back';

export const campaignLifeModel: ServerModel<CampaignLifeState, CampaignLifeEvent> = {
  name: 'campaign-life',
  first: 'draft',
  otherwise: {
    started: 'refused',
    'taken back': 'refused',
    paused: 'refused',
    resumed: 'refused',
    cancelled: 'refused',
    retried: 'refused',
    'looked after': 'ignored',
    sent: 'ignored',
    failed: 'ignored',
    'wanted once more': 'ignored',
    'template paused': 'ignored',
    'template back': 'ignored',
  },
  expected: {
    draft: { started: 'scheduled', 'taken back': 'ignored', cancelled: 'cancelled' },
    scheduled: { 'taken back': 'draft', 'looked after': 'preparing', cancelled: 'cancelling' },
    preparing: { 'looked after': 'probing', cancelled: 'cancelling' },
    probing: {
      sent: 'running',
      // One after the other, each before the rest.
      failed: 'finished, both failed',
      'template paused': 'waiting, unproven',
      paused: 'paused, unproven',
      resumed: 'ignored',
      cancelled: 'cancelling, some left',
    },
    running: {
      sent: 'finished',
      failed: 'finished, one failed',
      'wanted once more': 'running, unproven',
      'template paused': 'waiting',
      paused: 'paused',
      resumed: 'ignored',
      cancelled: 'cancelling, one sent',
      retried: 'ignored',
    },
    'running, unproven': {
      sent: 'finished',
      failed: 'finished, both failed',
      'template paused': 'waiting, unproven',
      paused: 'paused, unproven',
      resumed: 'ignored',
      cancelled: 'cancelling, some left',
      retried: 'ignored',
    },
    paused: {
      'wanted once more': 'paused, unproven',
      paused: 'ignored',
      resumed: 'running',
      cancelled: 'cancelling, one sent',
    },
    'paused, unproven': { paused: 'ignored', resumed: 'probing', cancelled: 'cancelling, some left' },
    waiting: {
      'wanted once more': 'waiting, unproven',
      'template back': 'running',
      paused: 'paused',
      resumed: 'ignored',
      cancelled: 'cancelling, one sent',
      retried: 'ignored',
    },
    'waiting, unproven': {
      'template back': 'probing',
      paused: 'paused, unproven',
      resumed: 'ignored',
      cancelled: 'cancelling, some left',
      retried: 'ignored',
    },
    cancelling: { 'looked after': 'cancelled', cancelled: 'ignored' },
    'cancelling, some left': { 'looked after': 'cancelled', cancelled: 'ignored' },
    // Messages sent before may still fail, and aren't retried.
    'cancelling, one sent': {
      'looked after': 'cancelled, one sent',
      'wanted once more': 'cancelling, some left',
      cancelled: 'ignored',
    },
    cancelled: { cancelled: 'ignored' },
    'cancelled, one sent': { 'wanted once more': 'cancelled', cancelled: 'ignored' },
    finished: { 'wanted once more': 'running', resumed: 'ignored' },
    'finished, one failed': { resumed: 'ignored', retried: 'running' },
    'finished, both failed': { resumed: 'ignored', retried: 'running, unproven' },
  },
};
