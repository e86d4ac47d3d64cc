import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { costOf } from '../../../server/http/graphql/cost.ts';
import { Documents } from '../../../server/http/graphql/documents.ts';

const folder = join(import.meta.dirname, '../../../contract/graphql');

/** The documents of all calls, as the client sends them. */
async function contractDocuments(): Promise<{ name: string; document: string }[]> {
  const modules = await Promise.all(readdirSync(folder).map((file): Promise<object> => import(join(folder, file))));
  return modules.flatMap((module) => Object.values({ ...module }).flatMap(operationIn));
}

function operationIn(value: unknown): { name: string; document: string }[] {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('document' in value)) return [];
  return [{ name: String(value.name), document: String(value.document) }];
}

const LARGEST = { pagination_limit: 1_000_000, limit: 1_000_000, search: 'x', search_query: 'x' };
const cost = (document: string, variables: object) => costOf(parse(document), { ...variables }, undefined);

describe('the client’s own documents', () => {
  test('are within the limits, however large a page they ask for', async () => {
    const documents = await contractDocuments();
    expect(documents.length).toBeGreaterThan(50);
    for (const { name, document } of documents) {
      expect(new Documents(CALL_LIMITS).read(document).document.definitions).toHaveLength(1);
      expect([name, cost(document, LARGEST) <= CALL_LIMITS.documentCost]).toEqual([name, true]);
    }
  });

  test('are light, but for reports and what looks at all customers', async () => {
    const documents = await contractDocuments();
    const heavy = documents.filter(({ document }) => cost(document, {}) > CALL_LIMITS.heavyCost);
    expect(heavy.map(({ name }) => name).toSorted()).toEqual([
      'audienceCount',
      'audienceParts',
      'audienceReach',
      'audienceSample',
      'campaignDryRun',
      'reportGroups',
      'reportLive',
      'reportNumbers',
      'reportOutcomes',
      'reportTickets',
    ]);
  });
});

test('a page costs by its rows, a search by the rows it reads', () => {
  const fields = cost(customerChats.document, { limit: 3 }) - cost(customerChats.document, { limit: 2 });
  // What stands among the messages comes on top.
  const lines = cost(customerChats.document, { limit: 1 }) - fields;
  expect(cost(customerChats.document, { limit: 200 })).toBe(200 * fields + lines);
  expect(cost(customerChats.document, {})).toBe(50 * fields + lines);
  const page = cost(chatTickets.document, { search_query: ' ' });
  expect(cost(chatTickets.document, { search_query: 'ana' })).toBeGreaterThan(page + 2_000);
});

test('the views of the list cost extra', () => {
  const page = cost(chatTickets.document, { with_views: false });
  expect(cost(chatTickets.document, {})).toBe(page);
  expect(cost(chatTickets.document, { with_views: true })).toBe(page + 1_000);
});

test('each list that has pages is priced by them', () => {
  const fields = Object.values(buildSchema(tenantSdl).getQueryType()?.getFields() ?? {});
  const paged = fields.filter(({ args }) => args.some(({ name }) => name === 'pagination_limit' || name === 'limit'));
  expect(paged.length).toBeGreaterThan(5);
  for (const { name, args } of paged) {
    const argument = args.some((one) => one.name === 'limit') ? 'limit' : 'pagination_limit';
    const ask = (rows: number) => cost(`{ ${name}(${argument}: ${rows}) { a b c } }`, {});
    // The groups of a report are all made before a page is taken; of lines there are few, however many the messages.
    expect([name, ask(1_000) > ask(1)]).toEqual([name, name !== 'reportGroups' && name !== 'customerChatEvents']);
  }
});
