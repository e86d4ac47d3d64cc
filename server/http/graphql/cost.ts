import { getOperationAST, Kind } from 'graphql';
import type { DocumentNode, FieldNode, ValueNode } from 'graphql';
import {
  CHAT_PAGE_SIZE,
  CONVERSATION_PAGE_MAX,
  CONVERSATION_PAGE_SIZE,
  FOUND_PAGE_SIZE,
  PAGE_SIZE_MAX,
} from '../../../contract/facts/limits.ts';
import { callsOf } from './limits.ts';
import { CALL_LIMITS } from '../../config-limits.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The argument with a page's size, its default, and its maximum. */
type Page = { argument: string; usual: number; most: number };

/** What a call costs beyond its selected fields. */
type Price = {
  /** Approximate rows of an unpaginated list. */
  rows?: number;
  page?: Page;
  /** Database work, whatever is selected. */
  work?: number;
  /** Additional work if one of these arguments is given. */
  search?: { arguments: readonly string[]; work: number };
  /** Additional work if this argument isn't left out or false. */
  flag?: { argument: string; work: number };
};

const PAGES: Page = { argument: 'pagination_limit', usual: CHAT_PAGE_SIZE, most: PAGE_SIZE_MAX };
/** Minimum cost of a row in fields: the database builds it completely, whatever is selected. */
const ROW_LEAST = 30;
/** A search that no index supports: heavy, however small its page. */
const SEARCH = CALL_LIMITS.heavyCost;
/** The open tickets of all views. */
const VIEWS = 1_000;
/** A search of messages by their words. */
const WORDS = 1_000;
/** Conditions over all customers: heavy. */
const WHOLE_BASE = CALL_LIMITS.heavyCost;
/** A report over months. */
const REPORT = 4_000;

const PRICES: Readonly<Record<string, Price>> = {
  chatTickets: {
    page: PAGES,
    search: { arguments: ['search_query'], work: SEARCH },
    flag: { argument: 'with_views', work: VIEWS },
  },
  customerChats: { page: { argument: 'limit', usual: CONVERSATION_PAGE_SIZE, most: CONVERSATION_PAGE_MAX } },
  searchMessages: { page: { argument: 'limit', usual: FOUND_PAGE_SIZE, most: PAGE_SIZE_MAX }, work: WORDS },
  customerChatEvents: { rows: 5 },
  chatReaders: { rows: 50 },
  pastChatTickets: { page: PAGES },
  myScheduledMessages: { page: PAGES },
  scheduledInTickets: { work: 200 },
  paginatedCustomers: {
    page: PAGES,
    search: { arguments: ['search'], work: 500 },
    flag: { argument: 'audience_id', work: WHOLE_BASE },
  },
  blockedContacts: { page: PAGES },
  customerCampaigns: { page: PAGES },
  customerImports: { page: PAGES },
  customerGroupMembers: { page: PAGES, search: { arguments: ['search'], work: 500 } },
  audiences: { rows: 50 },
  customerGroups: { rows: 50 },
  audienceCount: { work: WHOLE_BASE },
  audienceReach: { work: WHOLE_BASE },
  audienceParts: { rows: 50, work: WHOLE_BASE },
  audienceSample: { rows: 10, work: WHOLE_BASE },
  audienceCustomers: { rows: 10, search: { arguments: ['search'], work: 500 } },
  campaigns: { page: PAGES },
  flows: { rows: 50 },
  flowVersions: { rows: 50 },
  flowFunnel: { rows: 100 },
  rules: { rows: 50 },
  ruleChoices: { rows: 50 },
  ruleBench: { rows: 100, work: 500 },
  ruleExecutions: { page: PAGES },
  ticketRules: { rows: 50 },
  activeFlows: { rows: 20, work: 500 },
  flowStarts: { page: { argument: 'limit', usual: 50, most: PAGE_SIZE_MAX } },
  startableFlows: { rows: 20, work: 200 },
  paginatedTemplates: { page: PAGES },
  campaignDetails: { work: 500 },
  messageRates: { rows: 50 },
  campaignRecipients: {
    page: { argument: 'limit', usual: PAGE_SIZE_MAX, most: PAGE_SIZE_MAX },
    search: { arguments: ['search'], work: 500 },
  },
  campaignDryRun: { work: WHOLE_BASE },
  paginatedUsers: { page: PAGES, search: { arguments: ['search'], work: 500 } },
  paginatedAudit: { page: PAGES, search: { arguments: ['search'], work: SEARCH } },
  loginHistory: { page: PAGES },
  users: { rows: 50 },
  onlineUsers: { rows: 50 },
  connectedUsers: { rows: 50 },
  roles: { rows: 20 },
  departments: { rows: 20 },
  managedDepartments: { rows: 20 },
  instances: { rows: 20 },
  tags: { rows: 50 },
  quickReplies: { rows: 50 },
  outcomes: { rows: 20 },
  customerFields: { rows: 20 },
  customerMedia: { rows: 24, work: 200 },
  customerMerge: { work: 200 },
  mergeCustomers: { work: 1_000 },
  reportNumbers: { work: REPORT },
  reportGroups: { rows: 100, work: REPORT },
  reportTickets: { page: PAGES, work: REPORT },
  reportOutcomes: { rows: 20, work: REPORT },
  reportLive: { work: REPORT },
};

/**
 * The cost of an operation before it runs: for each call its rows times the fields of a row, plus its database work.
 */
export function costOf(document: DocumentNode, variables: Variables, operationName: string | undefined): number {
  const values = withDefaults(document, variables, operationName);
  return callsOf(document, operationName).reduce((sum, { call, fields }) => sum + priceOf(call, fields, values), 0);
}

/** The variables of an operation, with its own defaults. */
function withDefaults(document: DocumentNode, supplied: Variables, operationName: string | undefined): Variables {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const defaults = definitions.map(({ variable, defaultValue }) => [variable.name.value, literalOf(defaultValue)]);
  return { ...Object.fromEntries(defaults), ...supplied };
}

function priceOf(call: FieldNode, fields: number, variables: Variables): number {
  const { rows, page, work = 0, search, flag } = PRICES[call.name.value] ?? {};
  const rowCount = page === undefined ? rows : rowsOf(valueOf(call, page.argument, variables), page);
  const selected = rowCount === undefined ? fields : rowCount * Math.max(fields, ROW_LEAST);
  const isSearch = search?.arguments.some((name) => isGiven(valueOf(call, name, variables))) ?? false;
  const isFlagged = flag !== undefined && isGiven(valueOf(call, flag.argument, variables));
  return selected + work + (isSearch ? (search?.work ?? 0) : 0) + (isFlagged ? flag.work : 0);
}

/** An invalid number is refused later; until then it costs the maximum. */
function rowsOf(value: unknown, { usual, most }: Page): number {
  if (value === undefined || value === null) return usual;
  return typeof value === 'number' && value >= 1 ? Math.min(value, most) : most;
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null && value !== false;
}

/** An argument, as far as the price needs it: a number, a text, false, or something. */
function valueOf(call: FieldNode, name: string, variables: Variables): unknown {
  const value = call.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.VARIABLE ? variables[value.name.value] : literalOf(value);
}

function literalOf(value: ValueNode | undefined): unknown {
  switch (value?.kind) {
    case undefined:
    case Kind.NULL:
      return undefined;
    case Kind.INT:
      return Number(value.value);
    case Kind.STRING:
      return value.value;
    case Kind.BOOLEAN:
      return value.value;
    default:
      return value;
  }
}
