import type { CustomerView, SavedView } from '../entities/saved-view.ts';
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
  UsedLimit,
  ManagedUser,
  OwnSession,
  PendingInvitation,
  Permission,
  Placement,
  UserSettings,
} from '../entities/administration.ts';
import type {
  AudienceCount,
  AudiencePart,
  AudienceReason,
  CustomerGroup,
  ListedAudience,
} from '../entities/audiences.ts';
import type {
  Campaign,
  CampaignProgress,
  CampaignRecipient,
  CampaignRehearsal,
  MessageRate,
  CustomerCampaign,
} from '../entities/campaigns.ts';
import type { ListedRule, RuleBench, RuleExecution, RuleFileText, RuleThingChoice } from '../entities/rules.ts';
import type { FlowEdit } from '../flow-editing/flow-document.ts';
import type { ActiveFlow, FlowStart, StartableFlow } from '../entities/flow-starts.ts';
import type { FlowCheck, FlowFunnelStep, FlowVersion, ListedFlow, PastFlow, TicketFlow } from '../entities/flows.ts';
import type { CustomerImport } from '../entities/imports.ts';
import type { ManagedTemplate } from '../entities/templates.ts';
import type { PastTicket, Person, Ticket } from '../entities/entities.ts';
import type {
  CustomerCard,
  CustomerField,
  CustomerFile,
  FoundTicket,
  ForwardTarget,
  FoundCustomer,
  ListedCustomer,
  BlockedContact,
  CustomerConsent,
  FoundMessage,
  WaitingTicket,
  ManagedTag,
  MessageTemplate,
  MergePreview,
  NumberConversation,
  Outcome,
  QuickReply,
} from '../entities/customers.ts';
import type { OwnScheduledMessage, ScheduledCount, ScheduledMessage } from '../entities/scheduled.ts';
import type { FieldName, FormName, FormValue, FormValues } from '../entities/forms.ts';
import type { FrameEvent } from './events-chat.ts';
import type {
  MomentGroup,
  ReportCalendar,
  ReportGroup,
  ReportOutcome,
  ReportPeriod,
  ReportTicket,
} from '../entities/reports.ts';

/** A frame of the stream from `at`, when no page of the user was open. */
export interface MissedNotice {
  readonly id: string;
  readonly at: number;
  readonly frame: FrameEvent;
}

/** The lists of the administration with the type of their rows. */
export interface ListRows {
  readonly users: ManagedUser;
  readonly roles: ManagedRole;
  /** All that a role can permit; not paged. */
  readonly permissions: Permission;
  readonly audit: AuditEntry;
  readonly connectedUsers: ConnectedUser;
  readonly mySessions: OwnSession;
  readonly loginHistory: LoginAttempt;
  readonly tenants: ManagedTenant;
  readonly instances: ManagedInstance;
  readonly connections: Connection;
  /** Webhook entries by reason; not paged. */
  readonly keptAside: KeptAside;
  readonly departments: ManagedDepartment;
  /** Filters: `tag`, `group`, `audience`, `instance`, `contact` (days since the last one, negative for longer), `blocked`, `consent`, `field`, `fieldOp`, `fieldValue`. */
  readonly customers: ListedCustomer;
  /** Views of that list that the user saved; not paged. */
  readonly 'customers.views': CustomerView;
  readonly audiences: ListedAudience;
  /** One row: the matches of the conditions in the filter `tree`, as JSON. */
  readonly 'audience.count': AudienceCount;
  /** One row: how many are in the stored audience of the filter `audience`. */
  readonly 'audience.reach': AudienceCount;
  /** The same for each of its parts; not paged. */
  readonly 'audience.parts': AudiencePart;
  /** Some of the customers; filters `tree`, and `place`, from 0 to 1, for others. */
  readonly 'audience.sample': ListedCustomer;
  /** Customers by name or number, whether in or out. */
  readonly 'audience.customers': ListedCustomer;
  /** Each part of the filter `tree` for the customer of the filter `customer`; not paged. */
  readonly 'audience.why': AudienceReason;
  readonly customerGroups: CustomerGroup;
  /** Of the group of the filter `group`. */
  readonly customerGroupMembers: ListedCustomer;
  /** Newest first. Filter: `tab`, one of `CAMPAIGN_TABS`. */
  readonly campaigns: Campaign;
  /** Some of the current campaigns, for the control panel. */
  readonly 'campaigns.active': Campaign;
  /** One row; the filter `id` says which. */
  readonly campaign: CampaignProgress;
  /**
   * Filters: `campaign`, `stage`, and `after`, the customer behind whom the page begins. Facts: `campaign`, whose they are,
   * and `more`, 1 if there is a page behind it.
   */
  readonly 'campaign.recipients': CampaignRecipient;
  /** One row: the forecast of the draft `id`; the filter `version` identifies its state. */
  readonly 'campaign.rehearsal': CampaignRehearsal;
  readonly 'campaign.rates': MessageRate;
  /** Drafts among them, the last changed first. Filter: `status`. */
  readonly messageTemplates: ManagedTemplate;
  /** One of them, one row; the filter `id` says which. */
  readonly messageTemplate: ManagedTemplate;
  /** In the order in which they are tried; not paged. */
  readonly rules: ListedRule;
  /** Whatever rules can name; not paged. */
  readonly 'rule.choices': RuleThingChoice;
  /** One row: the rule of the filters `id`, `name` and `definition`, tried on what happened last. */
  readonly 'rule.bench': RuleBench;
  /** What rules did, the latest first. Filter: `rule`. */
  readonly 'rule.executions': RuleExecution;
  /** One row: all rules as a file. */
  readonly 'rule.file': RuleFileText;
  /** Of both kinds, in the order in which they are asked, the archived ones last. */
  readonly flows: ListedFlow;
  /** What was published of the flow of the filter `id`, the newest first; not paged. */
  readonly 'flow.versions': FlowVersion;
  /** One row, of the version `number` of the flow `id`. */
  readonly 'flow.version': PastFlow;
  /** What came of each step of the version `number` of the flow `id`; not paged. */
  readonly 'flow.funnel': FlowFunnelStep;
  /** One row: what is wrong with the flow of the filter `flow`, as JSON; `id` is the flow's own. */
  readonly 'flow.check': FlowCheck;
  /** Those that the company starts, by name, the archived ones last. */
  readonly 'flow.active': ActiveFlow;
  /** For whom the flow of the filter `flow` was to start, the newest first; filters `status`, `reason`, and `before`, where the page begins. */
  readonly 'flow.starts': FlowStart;
  readonly blockedContacts: BlockedContact;
  /** Customers from files, the newest first. */
  readonly imports: CustomerImport;
  /** One of them, one row; the filter `import` says which. */
  readonly import: CustomerImport;
  readonly tags: ManagedTag;
  /** The company's outcomes. */
  readonly outcomes: Outcome;
  readonly customerFields: CustomerField;
  /** The filter `of` says whose: `own` or `company`. */
  readonly quickReplies: QuickReply;
  /** The company's use of its monthly message limit, one row; none without a limit. For administrators. */
  readonly messageLimit: UsedLimit;
  /** What concerned the user while they were logged out, oldest first; not paged. */
  readonly missedNotices: MissedNotice;
  /** The user's saved views of the list of conversations. */
  readonly 'chat.views': SavedView;
  /** All quick replies the user may insert, not paged. */
  readonly 'chat.quickReplies': QuickReply;
  /** All outcomes to choose from, not paged. */
  readonly 'chat.outcomes': Outcome;
  /** Templates that can be sent from an instance, all of them; the filter `instance` says which, the fact too. */
  readonly 'chat.templates': MessageTemplate;
  /** A number looked up, one row; filters `number`, `instance`. */
  readonly 'chat.number': NumberConversation;
  /** One customer's data, one row; filter `customer`. */
  readonly 'chat.customer': CustomerCard;
  /** Campaigns' results for one customer, newest first; filter `customer`. */
  readonly 'customer.campaigns': CustomerCampaign;
  /** One customer's consents, newest first, not paged; filter `customer`. */
  readonly 'chat.consents': CustomerConsent;
  /** Customers by name or number, of whom the user sees a ticket; some of them. */
  readonly 'chat.mergeWith': FoundCustomer;
  /** Both sides of a merge, one row; filters `customer`, who remains, and `other`. */
  readonly 'chat.merge': MergePreview;
  /** Files of a conversation; filters `customer`, `instance`, `group`. `limit` grows as one asks for more. */
  readonly 'chat.files': CustomerFile;
  /**
   * Messages by their words, newest first; filters `customer`, `instance`. `limit` grows as one asks for more. Facts:
   * `more` if there are others, `waiting` if old messages can't be found yet.
   */
  readonly 'chat.found': FoundMessage;
  /** The same for the conversation on the screen. */
  readonly 'chat.foundHere': FoundMessage;
  /** The same for the palette. */
  readonly 'palette.messages': FoundMessage;
  /**
   * Conversations that wait for an answer of the user's, or of anybody's, the longest first; some of them. Filter:
   * `instance`.
   */
  readonly 'chat.next': WaitingTicket;
  /** Open conversations of the user's, found by name, number or protocol; some of them. */
  readonly 'chat.forward': ForwardTarget;
  /** Those who see a conversation, so that a note can mention them; filters `customer`, `instance`. */
  readonly 'chat.readers': Person;
  /** A customer's finished tickets, the last finished first; filter `customer`. */
  readonly 'chat.past': PastTicket;
  /** Scheduled messages of the open conversation, by time; filters `customer`, `instance`. */
  readonly 'chat.scheduled': ScheduledMessage;
  /** One row: the flow in which the ticket of the filter `ticket` is or was. */
  readonly 'chat.flow': TicketFlow;
  /** A row if a flow can be started in the ticket of the filter `ticket`. */
  readonly 'chat.hasStartableFlow': { readonly ticketId: string };
  /** The flows that can be started in the ticket of the filter `ticket`; not paged. */
  readonly 'chat.startableFlows': StartableFlow;
  /** What rules did on the ticket of the filter `ticket`, the latest first; not paged. */
  readonly 'chat.rules': RuleExecution;
  /** One row, of the tickets of the filter `tickets`. */
  readonly 'finish.scheduled': ScheduledCount;
  /** One's own scheduled messages of all conversations: the refused ones first, then by time. */
  readonly scheduled: OwnScheduledMessage;
  /** Open tickets that the user sees and whose customers wait for an answer, the longest wait first; `limit` of them. */
  readonly 'home.waiting': Ticket;
  /** Tickets that the user sees, by name, number or protocol: the open ones first. `limit` counts each kind. */
  readonly 'palette.tickets': FoundTicket;
  readonly invitations: PendingInvitation;
  /** The user's own, one row; the filter `user` says whose. */
  readonly userSettings: UserSettings;
  /** The identity provider that the company's login page offers, or none. */
  readonly identityLogin: IdentityLogin;
  readonly 'report.calendar': ReportCalendar;
  readonly 'report.numbers': ReportPeriod;
  readonly 'report.days': ReportGroup;
  readonly 'report.hours': ReportGroup;
  /** Of the previous period, which `report.days`, `.hours` and `.users` are compared with. */
  readonly 'report.daysBefore': ReportGroup;
  readonly 'report.hoursBefore': ReportGroup;
  readonly 'report.usersBefore': ReportGroup;
  readonly 'report.departments': ReportGroup;
  readonly 'report.users': ReportGroup;
  readonly 'report.instances': ReportGroup;
  readonly 'report.now': MomentGroup;
  readonly 'report.tickets': ReportTicket;
  /** How many of them have which outcome; same filters. */
  readonly 'report.outcomes': ReportOutcome;
  readonly 'report.dashboard': ReportGroup;
  /** One row. */
  readonly maintenance: Maintenance;
  /** Filters: `language`, `watched` (`true`, `false`). */
  readonly videos: TrainingVideo;
  readonly settings: DynamicSetting;
  /** The company's own support contact; one row. */
  /** Whom to ask: of the company, and of the platform; empty for nobody. */
  readonly supportContact: { readonly company: string; readonly operator?: string };
  /** One row. */
  readonly terms: TermsState;
  readonly 'terms.acceptances': TermsAcceptance;
  readonly 'terms.versions': PublishedTerms;
  /** One ticket, or none; the filter `protocol` names it. */
  readonly protocol: ProtocolTicket;
  /** Its timeline, oldest first; the same filter. */
  readonly 'protocol.timeline': ProtocolEvent;
  /** Options of forms and filters; not paged. */
  readonly 'choices.roles': Choice;
  readonly 'choices.departments': Choice;
  readonly 'choices.users': Choice;
  /** Accounts that templates can be of; the id is an instance’s. */
  readonly 'choices.templateAccounts': Choice;
  readonly 'choices.placements': Placement;
  /** All of them; what their own screens show is a page of a search. */
  readonly 'choices.audiences': ListedAudience;
  readonly 'choices.groups': CustomerGroup;
  readonly 'choices.tags': ManagedTag;
  readonly 'choices.customerFields': CustomerField;
}
export type ListName = keyof ListRows;

/** Page, order, search and filters of a list. Pages count from 1. */
export interface ListQuery {
  readonly page: number;
  /** Rows per page. */
  readonly limit: number;
  readonly search: string;
  readonly sort: { readonly by: string; readonly descending: boolean };
  /** By filter name; unset filters are left out. */
  readonly filters: Readonly<Record<string, string>>;
  /** Milliseconds after an answer until it is fetched again; null or left out for never. */
  readonly renewMs?: number | null;
  /** The pages before stay shown: a further one goes on behind them. */
  readonly grows?: true;
  /** Where the page begins or ends, if the list was paged on from a neighbour; set by the list itself. */
  readonly seek?: { readonly after?: string; readonly before?: string };
}

/** One page of a list as the server answered it. */
export type ListPage = {
  readonly [Name in ListName]: {
    readonly list: Name;
    readonly rows: readonly ListRows[Name][];
    /** Rows on all pages. */
    readonly total: number;
    /** Numbers that come with the rows, such as a limit; null for none. */
    readonly facts?: Readonly<Record<string, number | null>>;
    /** Cursors of the first and the last row, where neighbouring pages go on from; left out by lists without. */
    readonly edges?: { readonly start: string; readonly end: string };
  };
}[ListName];

export type ListingEvent =
  /** A screen shows the list. `query` is its initial query, used only the first time. */
  | { readonly type: 'list.opened'; readonly list: ListName; readonly query: ListQuery }
  /** A change of page, order, search or filters; all but the first return to page 1. */
  | { readonly type: 'list.queried'; readonly list: ListName; readonly change: Partial<ListQuery> }
  | { readonly type: 'list.answered'; readonly list: ListName; readonly request: number; readonly page: ListPage }
  | { readonly type: 'list.failed'; readonly list: ListName; readonly request: number; readonly failure: Failure }
  | { readonly type: 'list.retried'; readonly list: ListName }
  /** The list's rows changed, here or elsewhere. */
  | { readonly type: 'list.outdated'; readonly list: ListName };

export type EditingEvent =
  /** A change of a flow; undoing and redoing are changes too. */
  | {
      readonly type: 'flow.edited';
      /** `flow`. */
      readonly form: FormName;
      readonly key: string;
      readonly edit: FlowEdit;
      readonly by?: 'undo' | 'redo';
    }
  /** `key` is the id of what is edited, or `new`. `values` is null if they are to be fetched. */
  | {
      readonly type: 'form.opened';
      readonly form: FormName;
      readonly key: string;
      readonly values: FormValues | null;
    }
  /** `version` is sent back with the save, so that a concurrent change isn't overwritten. */
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
      readonly field: FieldName;
      readonly value: FormValue;
    }
  | { readonly type: 'form.submitted'; readonly form: FormName; readonly key: string }
  /** Progress of a download, in bytes so far. */
  | {
      readonly type: 'form.progressed';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly bytes: number;
    }
  /** The user cancelled the download. */
  | { readonly type: 'form.stopped'; readonly form: FormName; readonly key: string }
  /** `id` is that of what was created or changed; null if it has none. */
  | {
      readonly type: 'form.saved';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly id: string | null;
      readonly version: string | null;
      /** Lists that the save made outdated. */
      readonly lists: readonly ListName[];
      /** Of a note: what was saved. */
      readonly text?: string;
      /** What came of it, in numbers. */
      readonly counts?: Readonly<Record<string, number>>;
    }
  | {
      readonly type: 'form.refused';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly failure: Failure;
    }
  /** Fetches again after a failed load, or after a conflict. */
  | { readonly type: 'form.retried'; readonly form: FormName; readonly key: string }
  /** The screen or dialog was closed, and its input discarded. */
  | { readonly type: 'form.left'; readonly form: FormName; readonly key: string };

export type AdministrationEvent = ListingEvent | EditingEvent;
