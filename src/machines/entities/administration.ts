import type { Provider } from '../../../contract/facts/providers.ts';
import type { Distribution, InstanceState, SyncState } from '../../../contract/facts/administration.ts';
import type { Instance, Person } from './entities.ts';
import type { InstanceId, UserId } from './ids.ts';

/* Rows of the administration's lists, in the client's own names. Times are milliseconds since 1970. */

/** A user, as an administrator sees them. */
export interface ManagedUser extends Person {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly image: string | null;
  readonly role: { readonly id: string; readonly name: string; readonly label: string };
  readonly department: { readonly id: string; readonly name: string } | null;
  readonly instances: readonly Instance[];
  /** Id of the link between the user and each instance, by instance id. */
  readonly links: Readonly<Record<InstanceId, string>>;
  readonly connected: boolean;
  /** Has a page open, but set themselves away; left out for no. */
  readonly away?: boolean;
  /** May not log in until unblocked. */
  readonly blocked: boolean;
  readonly twoFactor: boolean;
  readonly since: number;
}

/** An option of a form or filter. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Of a department that is switched off; left out for others. */
  readonly isInactive?: boolean;
  /** Of an instance whose messages go by SMS; left out for others. */
  readonly isSms?: boolean;
  /** Of an instance at a gateway; left out for others. */
  readonly isGateway?: boolean;
}

/** The department that a person or an instance is in; each is in one at most. */
export interface Placement {
  /** `user:13` or `instance:2`. */
  readonly id: string;
  readonly department: { readonly id: string; readonly name: string };
}

/** A role: the routes it permits, and how many users have it. */
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

/** A route that a role can permit, with its category. `isOn`: no option of the company hides it. */
export interface Permission {
  readonly route: string;
  readonly category: string;
  readonly isOn: boolean;
}

/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Null: the system itself. */
  readonly user: (Person & { readonly email: string }) | null;
  readonly action: string;
  /** `kind:id` */
  readonly subject: string | null;
  /** Details of the action, as JSON. */
  readonly details: string;
  /** Display names of what subject and details refer to; `of` is a `kind:id`. */
  readonly names: readonly { readonly of: string; readonly name: string }[];
  readonly address: string | null;
  readonly requestId: string | null;
}

/** A user who is connected now. */
export interface ConnectedUser extends Person {
  /** Set themselves away; left out for no. */
  readonly away?: boolean;
  readonly image: string | null;
  readonly role: { readonly id: string; readonly name: string; readonly label: string };
  readonly connectedAt: number | null;
  readonly lastSeenAt: number | null;
  readonly address: string | null;
  readonly browser: string | null;
}

/** One of the user's own sessions. */
export interface OwnSession {
  readonly id: string;
  readonly since: number;
  readonly lastUsedAt: number;
  readonly endsAt: number;
  readonly address: string | null;
  readonly browser: string | null;
  readonly current: boolean;
}

/** An entry of the user's own login history. */
export interface LoginAttempt {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly address: string | null;
  readonly browser: string | null;
}

/** A number per resource of a company: its usage, or its limit (null for unlimited). */
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
  /** False: no running server serves its pool. */
  readonly isServed: boolean;
  readonly limits: Amounts<number | null>;
  readonly usage: Amounts<number>;
  readonly timezone: string;
  readonly isBackoffice: boolean;
  readonly since: number;
  readonly deletedAt: number | null;
}

/** The state of an instance's connection to its provider. */
interface ConnectionHealth {
  readonly state: InstanceState;
  /** Catalogue id of why it is disconnected. */
  readonly reasonKey: string | null;
  readonly stateAt: number;
  readonly lastSeenAt: number | null;
  readonly reconnects: number;
}

/** An instance (one of the company's phone numbers), as its managers see it. */
export interface ManagedInstance extends ConnectionHealth {
  readonly id: InstanceId;
  readonly name: string;
  /** The address of its company. */
  readonly tenant: string;
  readonly active: boolean;
  readonly official: boolean;
  readonly unlimited: boolean;
  /** Who carries its messages. */
  readonly provider: Provider;
  /** Digits only, country code first. */
  readonly phone: string | null;
  /** The provider's id of the number. */
  readonly providerNumber: string | null;
  /** Its gateway's URL; left out without one. */
  readonly gatewayUrl?: string;
  /** The QR code to pair its phone, as SVG, and its expiry; left out while there is none. */
  readonly pairing?: { readonly qr: string; readonly until: number };
  /** The last characters of its token; null without one. */
  readonly tokenEnd: string | null;
  /** Who answers there; left out if not known. */
  readonly people?: readonly UserId[];
  /** The latest import of earlier messages. */
  readonly sync: {
    readonly state: SyncState;
    readonly total: number;
    readonly done: number;
  } | null;
  readonly since: number;
}

/** An instance of any company, as the back-office sees its connection. */
export interface Connection extends ConnectionHealth {
  readonly id: InstanceId;
  readonly name: string;
  readonly tenant: { readonly name: string; readonly address: string };
  readonly phone: string | null;
  readonly active: boolean;
  readonly official: boolean;
}

/** Webhook entries that couldn't be processed, grouped by reason. */
export interface KeptAside {
  readonly reasonKey: string;
  /** The phone number that no instance has, or the part that couldn't be parsed. */
  readonly detail: string | null;
  readonly company: { readonly name: string; readonly address: string } | null;
  readonly count: number;
  /** How many of them are retried within minutes. */
  readonly waiting: number;
  /** How many of them are retried only hourly. */
  readonly stuck: number;
  /** The server's error text, not translated. */
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
  /** How new tickets are assigned. */
  readonly distribution: Distribution;
  /** Whether it has opening hours; else it is always open. */
  readonly hasHours: boolean;
  /** Maximum number of open tickets assigned to one attendant; null for no limit. */
  readonly ticketsEach: number | null;
  /** Minutes without an answer after which a ticket is offered to somebody else; null for never. */
  readonly transferMinutes: number | null;
}

/** An invitation that hasn't been accepted yet. */
export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: { readonly id: string; readonly label: string };
  /** Null for the platform's own invitation. */
  readonly invitedBy: string | null;
  readonly since: number;
  readonly until: number;
}

/** Minutes without an answer until a customer is highlighted in amber, and in red. */
export interface WaitLimits {
  readonly warning: number;
  readonly alert: number;
}

/** Security settings of the user's own login. */
export interface UserSettings {
  readonly id: UserId;
  readonly twoFactor: boolean;
  /** The company requires it of everybody: it can't be switched off. */
  readonly twoFactorRequired: boolean;
  readonly recoveryCodesLeft: number;
  /** Maximum minutes without input before the screen locks; 0: each user chooses. */
  readonly lockMinutes: number;
  /** Left out by an older server. */
  readonly waitMinutes?: WaitLimits;
  /** Customers read an attendant's name before their words. */
  readonly signsMessages?: true;
}

/** The login with the company's identity provider. */
export interface IdentityLogin {
  readonly id: string;
  /** Label of its button. */
  readonly label: string;
  /** The address that starts it; takes a `to` parameter. */
  readonly start: string;
}

/** Messages of a month against the company's limit; `percent` is the highest threshold reached, 0 for none. */
export interface UsedLimit {
  /** The month: `2026-11`. */
  readonly id: string;
  readonly sent: number;
  readonly limit: number;
  readonly percent: number;
}
