import type { ProtocolEventName } from '../../../contract/facts/administration.ts';
import type { SettingGroup, SettingType, SettingUnit, SettingValue } from '../../../contract/facts/dynamic-settings.ts';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Message, Person } from './entities.ts';

/* What helps people at their work, in our own names. Moments are milliseconds since 1970. */

/** Whether the platform is worked on, and until when as far as one knows. */
export interface Maintenance {
  readonly on: boolean;
  readonly message: string | null;
  readonly endsAt: number | null;
}

/** Something that a company may set of the program's behaviour. */
export interface DynamicSetting {
  /** Its key, which names its texts. */
  readonly id: string;
  readonly group: SettingGroup;
  readonly type: SettingType;
  readonly unit: SettingUnit | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly options: readonly string[];
  readonly usual: SettingValue;
  /** What holds. */
  readonly value: SettingValue;
  /** Nobody has set it. */
  readonly isUsual: boolean;
  readonly changedBy: string | null;
  readonly changedAt: number | null;
  readonly version: string;
}

/** A video of the platform, in its order. */
export interface TrainingVideo {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
  /** What may be shown inside the page; null where it can only be gone to. */
  readonly embedUrl: string | null;
  /** Null: for all. */
  readonly language: Locale | null;
  readonly position: number;
  /** When one marked it. */
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

/** The terms that hold, and what one has said to them. */
export interface TermsState {
  /** Null before there are any. */
  readonly current: TermsVersion | null;
  readonly acceptedAt: number | null;
  /** Nothing else can be done before they are accepted. */
  readonly owed: boolean;
}

/** Whether somebody has accepted the terms that hold. */
export interface TermsAcceptance extends Person {
  readonly email: string;
  readonly acceptedAt: number | null;
  readonly address: string | null;
}

/** A version with how many people have accepted it. */
export interface PublishedTerms extends TermsVersion {
  readonly acceptances: number;
}

/** A ticket that was looked up by its protocol. */
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

/** One line of what happened to a ticket. */
export interface ProtocolEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: ProtocolEventName;
  /** Null: the customer or the system. */
  readonly by: Person | null;
  readonly next: Person | null;
  /** The company wrote it. */
  readonly sent: boolean;
  readonly bot: boolean;
  readonly tag: Message['tag'];
  readonly text: string | null;
  readonly documentName: string | null;
  /** Names the text of why it wasn't delivered. */
  readonly errorKey: string | null;
}
