import type { ProtocolEventName } from '../../../contract/facts/administration.ts';
import type { SettingGroup, SettingType, SettingUnit, SettingValue } from '../../../contract/facts/dynamic-settings.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Message, Person } from './entities.ts';

/* Support and platform entities, in the client's own names. Times are milliseconds since 1970. */

/** Whether the platform is under maintenance; `endsAt` is its expected end, null if unknown. */
export interface Maintenance {
  readonly on: boolean;
  readonly message: string | null;
  readonly endsAt: number | null;
}

/** A setting of the program that a company may change. */
export interface DynamicSetting {
  /** Its key; also identifies its texts in the catalogues. */
  readonly id: string;
  readonly group: SettingGroup;
  readonly type: SettingType;
  readonly unit: SettingUnit | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly options: readonly string[];
  readonly usual: SettingValue;
  /** The value in effect. */
  readonly value: SettingValue;
  /** Whether the default is in effect. */
  readonly isUsual: boolean;
  readonly changedBy: string | null;
  readonly changedAt: number | null;
  readonly version: string;
}

/** A training video of the platform. */
export interface TrainingVideo {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
  /** URL to embed in the page; null where the video can only be linked. */
  readonly embedUrl: string | null;
  /** Null: for all. */
  readonly language: Locale | null;
  readonly position: number;
  /** When the user marked it as watched; null if never. */
  readonly watchedAt: number | null;
  readonly version: string;
}

/** A version of the platform's terms of use. */
export interface TermsVersion {
  readonly id: string;
  readonly title: string;
  readonly publishedAt: number;
  readonly publishedBy: string;
}

/** The current terms of use, and the user's acceptance. */
export interface TermsState {
  /** Null before any were published. */
  readonly current: TermsVersion | null;
  readonly acceptedAt: number | null;
  /** Whether they must be accepted before anything else can be done. */
  readonly owed: boolean;
}

/** Whether a user has accepted the current terms. */
export interface TermsAcceptance extends Person {
  readonly email: string;
  readonly acceptedAt: number | null;
  readonly address: string | null;
}

/** A version with the number of users who accepted it. */
export interface PublishedTerms extends TermsVersion {
  readonly acceptances: number;
}

/** A ticket found by its protocol. */
export interface ProtocolTicket {
  readonly id: string;
  readonly protocol: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly owner: Person | null;
  readonly customer: { readonly id: string; readonly name: string; readonly phone: string };
  readonly instance: { readonly id: string; readonly name: string };
  readonly department: { readonly id: string; readonly name: string } | null;
  readonly received: number;
  readonly sent: number;
}

/** One entry of a ticket's timeline. */
export interface ProtocolEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: ProtocolEventName;
  /** Null: the customer or the system. */
  readonly by: Person | null;
  readonly next: Person | null;
  /** Whether the company sent it. */
  readonly sent: boolean;
  readonly bot: boolean;
  readonly tag: Message['tag'];
  readonly text: string | null;
  readonly documentName: string | null;
  /** Catalogue id of why it wasn't delivered. */
  readonly errorKey: string | null;
}
