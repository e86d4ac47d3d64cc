import { RECIPIENT_STAGES } from '../../../contract/facts/campaigns.ts';
import type {
  CampaignStatus,
  QueueReason,
  RecipientStage,
  RecipientState,
  SkipReason,
} from '../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';

/* Campaigns, as the screens show them. */

/** Recipients in total, by state, and how many have answered. */
export type CampaignCounts = Readonly<Record<RecipientState | 'total' | 'answered', number>>;

/** Where the value of a variable comes from, as the contract has it. */
export interface CampaignVariable {
  readonly key: string;
  readonly source: string;
  readonly text: string | null;
  readonly field_id: string | null;
  readonly fallback: string | null;
}

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly status: CampaignStatus;
  /** Why it is paused or waits. */
  readonly reason: string | null;
  readonly version: number;
  /** Its audience or group; null for all customers. */
  readonly audience: string | null;
  readonly group: string | null;
  /** The name of its template; null for a text. */
  readonly template: string | null;
  readonly message: string | null;
  /** The name of the file of its header, or of its text. */
  readonly file: string | null;
  /** Messages of later batches that differ from the first one's. */
  readonly partMessages: readonly {
    readonly batch: number;
    readonly template: string | null;
    readonly message: string | null;
    readonly file: string | null;
  }[];
  readonly instanceIds: readonly string[];
  readonly channel: ChannelName;
  readonly startsAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly createdAt: number;
  readonly window: { readonly from: number; readonly to: number };
  readonly perMinute: number | null;
  readonly batches: readonly number[];
  readonly batchMinutes: number;
  readonly counts: CampaignCounts;
}

export interface ReasonCount {
  readonly reason: SkipReason;
  readonly count: number;
}

/** A test send of a campaign's message to one number. */
export interface CampaignTest {
  readonly id: string;
  readonly address: string;
  /** The batch whose message was sent. */
  readonly place: number;
  readonly state: 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain';
  readonly errorKey: string | null;
  readonly at: number;
}

/** Cost of a category's messages; `amount` null without a price. Free ones have no currency. */
export interface CampaignCost {
  readonly category: string;
  readonly currency: string | null;
  readonly messages: number;
  readonly amount: number | null;
}

/** Price of a message from a day on, to numbers that begin with a country's code; '' for the other countries. */
export interface MessageRate {
  readonly id: string;
  readonly category: string;
  readonly prefix: string;
  readonly since: string;
  readonly currency: string;
  readonly amount: number;
}

/** Funnel of a batch: each count includes the later stages. */
export interface CampaignPart {
  readonly batch: number;
  readonly total: number;
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly answered: number;
}

/** A campaign with its results. */
export interface CampaignProgress extends Campaign {
  readonly skipped: readonly ReasonCount[];
  readonly failed: readonly { readonly code: string; readonly key: string | null; readonly count: number }[];
  readonly queue: readonly { readonly reason: QueueReason; readonly count: number; readonly until: number | null }[];
  readonly numbers: readonly {
    readonly id: string;
    readonly name: string;
    readonly sent: number;
    readonly lastMinute: number;
    /** How many more conversations its account may start today; null for unlimited. */
    readonly room: number | null;
  }[];
  readonly tests: readonly CampaignTest[];
  /** Empty for a campaign without batches. */
  readonly parts: readonly CampaignPart[];
  /** What it cost, once it is over. */
  readonly costs: readonly CampaignCost[];
}

/** A forecast of a draft's reach if it started now. */
export interface CampaignRehearsal {
  readonly total: number;
  readonly reached: number;
  readonly leftOut: readonly ReasonCount[];
  readonly seconds: number;
  readonly costs: readonly CampaignCost[];
  /** How many conversations its accounts may start today; null for unlimited. */
  readonly room: number | null;
}

export interface CampaignRecipient {
  /** The customer's id. */
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly instanceId: string;
  readonly state: RecipientState;
  readonly skipReason: SkipReason | null;
  readonly errorCode: string | null;
  readonly errorKey: string | null;
  readonly sentAt: number | null;
  readonly answeredAt: number | null;
  readonly ticketId: string | null;
}

/** A campaign's result for one customer. */
export interface CustomerCampaign extends Omit<CampaignRecipient, 'phone' | 'instanceId'> {
  /** The campaign's id. */
  readonly id: string;
  /** The campaign's name. */
  readonly name: string;
}

/** Number of recipients in a stage; `all` includes those left out. */
export function countOf(counts: CampaignCounts, stage: RecipientStage): number {
  if (stage === 'answered') return counts.answered;
  if (stage === 'all') return counts.total;
  return (RECIPIENT_STAGES[stage] ?? []).reduce((sum, state) => sum + counts[state], 0);
}

/** Those a campaign writes to: all but those left out. */
export function preparedOf({ total, skipped }: CampaignCounts): number {
  return total - skipped;
}
