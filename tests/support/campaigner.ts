import type { CampaignStatus, SkipReason } from '../../contract/facts/campaigns.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import type { Customer } from './journeys-people.ts';

/** What is to be seen of a campaign. */
export interface CampaignLooks {
  readonly status: CampaignStatus;
  /** Why it stands. */
  readonly reason?: MessageId;
  readonly counts: Readonly<Partial<Record<'sent' | 'answered' | 'skipped', number>>>;
}

/** The number that campaigns are sent from: the one that customers write to. */
export const CAMPAIGN_INSTANCE = 'Vendas';
/** The approved template that campaigns send, and what its two variables say. */
export const CAMPAIGN_TEMPLATE = 'retomar_atendimento';
export const CAMPAIGN_TEXTS = ['Marina', 'Ana'] as const;

/**
 * Somebody who brings customers in and writes to many of them: at a wired client without a screen, or by hand in a
 * browser. What they do is over when its promise is kept; what they see is waited for.
 */
export interface Campaigner {
  /** A CSV with a name and a number in each row. */
  importBase(file: string, csv: string): Promise<void>;
  seesImported(file: string, counts: { readonly added: number; readonly refused: number }): Promise<void>;
  /** An audience of those with a word in their name, `size` of them. */
  buildAudience(name: string, word: string, size: number): Promise<void>;
  seesAudience(name: string): Promise<void>;
  /** At any hour of the day, from `CAMPAIGN_INSTANCE`. */
  sendCampaign(name: string, audience: string): Promise<void>;
  resume(campaign: string): Promise<void>;
  block(customer: Customer): Promise<void>;
  seesCampaign(name: string, looks: CampaignLooks): Promise<void>;
  seesLeftOut(campaign: string, customer: Customer, reason: SkipReason): Promise<void>;
  /** Rejects with what is wrong with the page since it was asked last. */
  check(): Promise<void>;
  recorded(): readonly Logged[];
  close(): Promise<void>;
}
