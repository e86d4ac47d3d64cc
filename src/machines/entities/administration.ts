import type { Instance, Person } from './entities.ts';
import type { InstanceId, UserId } from './ids.ts';

/* What the administration's lists show, in our own names. Moments are milliseconds since 1970. */

/** Somebody who logs in, as an administrator sees them. */
export interface ManagedUser extends Person {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly image: string | null;
  readonly role: { readonly id: string; readonly name: string; readonly label: string };
  readonly department: { readonly id: string; readonly name: string } | null;
  readonly instances: readonly Instance[];
  /** What names that they serve an instance, by the instance's id. */
  readonly links: Readonly<Record<InstanceId, string>>;
  readonly connected: boolean;
  /** May not log in until unblocked. */
  readonly blocked: boolean;
  readonly twoFactor: boolean;
  readonly since: number;
}

/** Something to choose from in a form. */
export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** A number for each thing that a company uses; a limit is null for none. */
interface Amounts<Amount> {
  readonly users: Amount;
  readonly instances: Amount;
  /** Of this month. */
  readonly messages: Amount;
}

/** A company, as the back-office sees it. */
export interface ManagedTenant {
  readonly id: string;
  readonly name: string;
  /** The first segment of its pages' addresses. */
  readonly address: string;
  readonly cnpj: string | null;
  /** The options that are on. */
  readonly features: readonly string[];
  readonly template: string | null;
  readonly pool: string | null;
  readonly limits: Amounts<number | null>;
  readonly usage: Amounts<number>;
  readonly timezone: string;
  readonly isBackoffice: boolean;
  readonly since: number;
  readonly deletedAt: number | null;
}

export type ConnectionState = 'unverified' | 'connected' | 'disconnected';

/** How an instance stands with its provider. */
interface Standing {
  readonly state: ConnectionState;
  /** Names the text of why it is disconnected. */
  readonly reasonKey: string | null;
  readonly stateAt: number;
  readonly lastSeenAt: number | null;
  readonly reconnects: number;
}

/** A number that the company serves from, as who manages it sees it. */
export interface ManagedInstance extends Standing {
  readonly id: InstanceId;
  readonly name: string;
  /** The address of its company. */
  readonly tenant: string;
  readonly active: boolean;
  readonly official: boolean;
  readonly unlimited: boolean;
  /** Digits with the country's. */
  readonly phone: string | null;
  /** The provider's id of the number. */
  readonly providerNumber: string | null;
  /** The last characters of its token; null without one. */
  readonly tokenEnd: string | null;
  /** The latest taking in of earlier messages. */
  readonly sync: {
    readonly state: 'waiting' | 'running' | 'done' | 'failed';
    readonly total: number;
    readonly done: number;
  } | null;
  readonly since: number;
}

/** An instance of any company, as the back-office sees its connection. */
export interface Connection extends Standing {
  readonly id: InstanceId;
  readonly name: string;
  readonly tenant: { readonly name: string; readonly address: string };
  readonly phone: string | null;
  readonly active: boolean;
  readonly official: boolean;
}
