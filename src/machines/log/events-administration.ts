import type { Failure } from '../entities/failure.ts';
import type {
  DynamicSetting,
  Maintenance,
  ProtocolEvent,
  ProtocolTicket,
  PublishedTerms,
  TermsAcceptance,
  TermsState,
  TrainingVideo,
} from '../entities/support.ts';
import type {
  AuditEntry,
  Choice,
  ConnectedUser,
  Connection,
  IdentityLogin,
  KeptAside,
  LoginAttempt,
  ManagedDepartment,
  ManagedInstance,
  ManagedRole,
  ManagedTenant,
  ManagedUser,
  OwnSession,
  PendingInvitation,
  Permission,
  Placement,
  UserSettings,
} from '../entities/administration.ts';
import type { FormName, FormValue, FormValues } from '../entities/forms.ts';
import type { MomentGroup, ReportCalendar, ReportGroup, ReportPeriod, ReportTicket } from '../entities/reports.ts';

/** The lists of the administration, each with what one row of it is. */
export interface ListRows {
  readonly users: ManagedUser;
  readonly roles: ManagedRole;
  /** What a role may be given; always all of it. */
  readonly permissions: Permission;
  readonly audit: AuditEntry;
  readonly connectedUsers: ConnectedUser;
  readonly mySessions: OwnSession;
  readonly loginHistory: LoginAttempt;
  readonly tenants: ManagedTenant;
  readonly instances: ManagedInstance;
  readonly connections: Connection;
  /** Of webhooks, by reason; always all of it. */
  readonly keptAside: KeptAside;
  readonly departments: ManagedDepartment;
  readonly invitations: PendingInvitation;
  /** One's own, one row; the filter `user` says whose. */
  readonly userSettings: UserSettings;
  /** The identity provider that the company's login page offers, or none. */
  readonly identityLogin: IdentityLogin;
  readonly 'report.calendar': ReportCalendar;
  readonly 'report.numbers': ReportPeriod;
  readonly 'report.days': ReportGroup;
  readonly 'report.hours': ReportGroup;
  /** Of the days that those of `report.days`, `.hours` and `.users` are compared with. */
  readonly 'report.daysBefore': ReportGroup;
  readonly 'report.hoursBefore': ReportGroup;
  readonly 'report.usersBefore': ReportGroup;
  readonly 'report.departments': ReportGroup;
  readonly 'report.users': ReportGroup;
  readonly 'report.instances': ReportGroup;
  readonly 'report.now': MomentGroup;
  readonly 'report.tickets': ReportTicket;
  readonly 'report.dashboard': ReportGroup;
  /** One row. */
  readonly maintenance: Maintenance;
  /** Filters: `language`, `watched` (`true`, `false`). */
  readonly videos: TrainingVideo;
  readonly settings: DynamicSetting;
  /** Whom the company's people ask first; one row. */
  readonly supportContact: { readonly company: string };
  /** One row. */
  readonly terms: TermsState;
  readonly 'terms.acceptances': TermsAcceptance;
  readonly 'terms.versions': PublishedTerms;
  /** One ticket, or none; the filter `protocol` names it. */
  readonly protocol: ProtocolTicket;
  /** What happened to it, oldest first; the same filter. */
  readonly 'protocol.timeline': ProtocolEvent;
  /** What forms and filters choose from; always all of it. */
  readonly 'choices.roles': Choice;
  readonly 'choices.departments': Choice;
  readonly 'choices.users': Choice;
  readonly 'choices.placements': Placement;
}
export type ListName = keyof ListRows;

/** What a list shows. Pages count from 1. */
export interface ListQuery {
  readonly page: number;
  /** Rows of a page. */
  readonly limit: number;
  readonly search: string;
  readonly sort: { readonly by: string; readonly descending: boolean };
  /** By the filter's name; one that isn't set is left out. */
  readonly filters: Readonly<Record<string, string>>;
  /** So long (milliseconds) after its answer it is asked for again; never when null or left out. */
  readonly renewMs?: number | null;
}

/** One page of a list as the server answered it. */
export type ListPage = {
  readonly [Name in ListName]: {
    readonly list: Name;
    readonly rows: readonly ListRows[Name][];
    /** Rows on all pages. */
    readonly total: number;
    /** Numbers that the list says beside its rows, as a limit; null for none. */
    readonly facts?: Readonly<Record<string, number | null>>;
  };
}[ListName];

export type ListingEvent =
  /** A screen shows the list. `query` is what it begins with when it wasn't shown before. */
  | { readonly type: 'list.opened'; readonly list: ListName; readonly query: ListQuery }
  /** Another page, order, search or filter; anything but another page begins at the first. */
  | { readonly type: 'list.queried'; readonly list: ListName; readonly change: Partial<ListQuery> }
  | { readonly type: 'list.answered'; readonly list: ListName; readonly request: number; readonly page: ListPage }
  | { readonly type: 'list.failed'; readonly list: ListName; readonly request: number; readonly failure: Failure }
  | { readonly type: 'list.retried'; readonly list: ListName }
  /** What the list shows was changed, here or elsewhere. */
  | { readonly type: 'list.outdated'; readonly list: ListName };

export type EditingEvent =
  /** `key` is the id of what is edited, or `new`. `values` is null where the server knows them. */
  | {
      readonly type: 'form.opened';
      readonly form: FormName;
      readonly key: string;
      readonly values: FormValues | null;
    }
  /** `version` is given back with the save, so that another's change in between isn't written over. */
  | {
      readonly type: 'form.loaded';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly values: FormValues;
      readonly version: string | null;
    }
  | {
      readonly type: 'form.loadFailed';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly failure: Failure;
    }
  | {
      readonly type: 'form.changed';
      readonly form: FormName;
      readonly key: string;
      readonly field: string;
      readonly value: FormValue;
    }
  | { readonly type: 'form.submitted'; readonly form: FormName; readonly key: string }
  /** So much of a file has come, in bytes; told now and then while it takes longer. */
  | {
      readonly type: 'form.progressed';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly bytes: number;
    }
  /** The person doesn't want the file any more that is on its way. */
  | { readonly type: 'form.stopped'; readonly form: FormName; readonly key: string }
  /** `id` is that of what was made or changed; null where nothing has one. */
  | {
      readonly type: 'form.saved';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly id: string | null;
      readonly version: string | null;
      /** Lists that show it. */
      readonly lists: readonly ListName[];
    }
  | {
      readonly type: 'form.refused';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly failure: Failure;
    }
  /** Asks again for what didn't load, or for what somebody else has changed. */
  | { readonly type: 'form.retried'; readonly form: FormName; readonly key: string }
  /** The screen or dialog is gone, and what was typed in it. */
  | { readonly type: 'form.left'; readonly form: FormName; readonly key: string };

export type AdministrationEvent = ListingEvent | EditingEvent;
