import type { Distribution, InstanceState, SyncState } from '../../../contract/facts/administration.ts';
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

/** The department that a person or an instance is in; each is in one at most. */
export interface Placement {
  /** `user:13` or `instance:2`. */
  readonly id: string;
  readonly department: { readonly id: string; readonly name: string };
}

/** What may be opened, and by how many. */
export interface ManagedRole {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly routes: readonly string[];
  /** Users who have it. */
  readonly users: number;
  /** Permits everything, and can be neither changed nor deleted. */
  readonly fixed: boolean;
}

/** A route that roles are permitted, with the group that it is shown in. `isOn`: no option of the company hides it. */
export interface Permission {
  readonly route: string;
  readonly category: string;
  readonly isOn: boolean;
}

/** What somebody did. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Null: the system itself. */
  readonly user: (Person & { readonly email: string }) | null;
  readonly action: string;
  /** `kind:id` */
  readonly subject: string | null;
  /** What else the action says of itself, as JSON. */
  readonly details: string;
  /** What subject and details are called, by `kind:id`. */
  readonly names: readonly { readonly of: string; readonly name: string }[];
  readonly address: string | null;
  readonly requestId: string | null;
}

/** Somebody who is at work now. */
export interface ConnectedUser extends Person {
  readonly image: string | null;
  readonly role: { readonly id: string; readonly name: string; readonly label: string };
  readonly connectedAt: number | null;
  readonly lastSeenAt: number | null;
  readonly address: string | null;
  readonly browser: string | null;
}

/** A browser in which one is logged in. */
export interface OwnSession {
  readonly id: string;
  readonly since: number;
  readonly lastUsedAt: number;
  readonly endsAt: number;
  readonly address: string | null;
  readonly browser: string | null;
  readonly current: boolean;
}

/** One's own coming or going. */
export interface LoginAttempt {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly address: string | null;
  readonly browser: string | null;
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

/** How an instance stands with its provider. */
interface Standing {
  readonly state: InstanceState;
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
    readonly state: SyncState;
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

/** What of the provider's webhooks could not be taken in, of one reason. */
export interface KeptAside {
  readonly reasonKey: string;
  /** The number that is in no instance, or what could not be read. */
  readonly detail: string | null;
  readonly company: { readonly name: string; readonly address: string } | null;
  readonly count: number;
  /** Of these, how many are tried again by themselves within minutes. */
  readonly waiting: number;
  /** And how many are tried only every hour. */
  readonly stuck: number;
  /** In the server's words. */
  readonly lastError: string | null;
  readonly lastAt: number;
}

/** A part of the company that serves the customers of some of its instances. */
export interface ManagedDepartment {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly members: readonly Person[];
  readonly instances: readonly Instance[];
  /** Who gets a new ticket. */
  readonly distribution: Distribution;
  /** Not always open. */
  readonly hasHours: boolean;
  /** Open tickets that one attendant is given at most; null for any number. */
  readonly ticketsEach: number | null;
  /** After so long without an answer a ticket is offered to somebody else; null for never. */
  readonly transferMinutes: number | null;
}

/** Somebody who was invited and hasn't come yet. */
export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: { readonly id: string; readonly label: string };
  /** Null for the platform's own invitation. */
  readonly invitedBy: string | null;
  readonly since: number;
  readonly until: number;
}

/** How one's own login is secured. */
export interface UserSettings {
  readonly id: UserId;
  readonly twoFactor: boolean;
  /** The company asks it of all: it can't be switched off. */
  readonly twoFactorRequired: boolean;
  readonly recoveryCodesLeft: number;
  /** Untouched for so long at most the screen locks; 0: as each chooses. */
  readonly lockMinutes: number;
}

/** How one logs in with the company's identity provider. */
export interface IdentityLogin {
  readonly id: string;
  /** What its button is called. */
  readonly label: string;
  /** The address that begins it, which takes a `to` besides. */
  readonly start: string;
}
