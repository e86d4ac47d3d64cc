import { getOperationAST, Kind } from 'graphql';
import type { DocumentNode, FieldNode, ValueNode } from 'graphql';
import { callsOf } from './limits.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The argument that says how many rows a page has, how many without it, and how many at most. */
type Page = { argument: string; usual: number; most: number };

/** What a call costs beside a row of the fields asked for. */
type Price = {
  /** Rows of a list that has no pages, about. */
  rows?: number;
  page?: Page;
  /** What it asks of the database, whatever is selected. */
  work?: number;
  /** The same, when one of these is given. */
  search?: { arguments: readonly string[]; work: number };
};

const PAGES: Page = { argument: 'pagination_limit', usual: 10, most: 100 };
/** A row costs at least so many fields: the database makes all of it, whatever is selected. */
const ROW_LEAST = 30;
/** A search reads what no index finds. */
const SEARCH = 2_500;
/** A report reads months. */
const REPORT = 4_000;

const PRICES: Readonly<Record<string, Price>> = {
  chatTickets: { page: PAGES, search: { arguments: ['search_query'], work: SEARCH } },
  customerChats: { page: { argument: 'limit', usual: 50, most: 200 } },
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
  reportNumbers: { work: REPORT },
  reportGroups: { rows: 100, work: REPORT },
  reportTickets: { page: PAGES, work: REPORT },
  reportLive: { work: REPORT },
};

/**
 * What an operation asks for, before any of it runs: for each call its rows times the fields of a row, and what the
 * database does for it whatever is selected.
 */
export function costOf(document: DocumentNode, variables: Variables, operationName: string | undefined): number {
  const values = withDefaults(document, variables, operationName);
  return callsOf(document, operationName).reduce((sum, { call, fields }) => sum + priceOf(call, fields, values), 0);
}

/** The variables of an operation: as supplied, else by its own defaults. */
function withDefaults(document: DocumentNode, supplied: Variables, operationName: string | undefined): Variables {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const defaults = definitions.map(({ variable, defaultValue }) => [variable.name.value, literalOf(defaultValue)]);
  return { ...Object.fromEntries(defaults), ...supplied };
}

function priceOf(call: FieldNode, fields: number, variables: Variables): number {
  const { rows, page, work = 0, search } = PRICES[call.name.value] ?? {};
  const asked = page === undefined ? rows : rowsOf(valueOf(call, page.argument, variables), page);
  const selected = asked === undefined ? fields : asked * Math.max(fields, ROW_LEAST);
  const isSearch = search?.arguments.some((name) => isGiven(valueOf(call, name, variables))) ?? false;
  return selected + work + (isSearch ? (search?.work ?? 0) : 0);
}

/** What is no number is refused later; it costs as much as the most. */
function rowsOf(value: unknown, { usual, most }: Page): number {
  if (value === undefined || value === null) return usual;
  return typeof value === 'number' && value >= 1 ? Math.min(value, most) : most;
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;
}

/** An argument as far as a price depends on it: a number, a text, or something. */
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
    default:
      return value;
  }
}
