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
