import * as z from 'zod/mini';
import type { AccountCheck, ListedTemplate, OurNumber, TemplateListing } from '../channel.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';

/** Entries a page; Meta's largest. */
const PAGE = 100;
/** An account has at most 6,000 templates; more pages than that are a loop. */
const PAGES_MAX = 100;
/** Accounts that a token may see, of which one has the number. */
const ACCOUNTS_MAX = 25;

const FIELDS = 'id,name,language,status,category,quality_score,parameter_format,components,rejected_reason';

const pagingSchema = z.looseObject({
  cursors: z.optional(z.looseObject({ after: z.optional(z.string()) })),
  next: z.optional(z.string()),
});
const pageSchema = z.looseObject({ data: z.array(z.unknown()), paging: z.optional(pagingSchema) });
const idSchema = z.looseObject({ id: z.string().check(z.regex(/^\d{1,32}$/)) });

const templateSchema = z.looseObject({
  id: idSchema.shape.id,
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  language: z.string().check(z.minLength(1), z.maxLength(32)),
  status: z.string().check(z.maxLength(64)),
  category: z.string().check(z.maxLength(64)),
  quality_score: z.optional(z.nullable(z.looseObject({ score: z.optional(z.string()) }))),
  parameter_format: z.optional(z.string()),
  components: z.array(z.unknown()),
  rejected_reason: z.optional(z.nullable(z.string())),
});

const grantsSchema = z.looseObject({
  data: z.looseObject({
    granular_scopes: z.optional(
      z.array(z.looseObject({ scope: z.string(), target_ids: z.optional(z.array(z.string())) })),
    ),
  }),
});

const UNREADABLE = { outcome: 'retryable', code: 0, key: 'channel.error.unavailable' } as const;

/** A failed call as the outcome of a listing or check. */
function failureOf(answer: Exclude<GraphAnswer, { kind: 'ok' }>) {
  if (answer.kind !== 'error') return UNREADABLE;
  const { code, key, retryable } = answer;
  return { outcome: retryable ? ('retryable' as const) : ('refused' as const), code, key };
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** Lists an account's templates page by page; a failed page fails the whole listing. */
export async function listWhatsAppTemplates(
  client: GraphClient,
  accountId: string,
  token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<TemplateListing> {
  const templates: ListedTemplate[] = [];
  const unreadable: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({
      fields: FIELDS,
      limit: String(PAGE),
      ...(after === undefined ? {} : { after }),
    });
    const path = `${encodeURIComponent(accountId)}/message_templates?${query}`;
    const answer = await client.callWith(token, { path }, undefined, signal);
    if (answer.kind !== 'ok') return failureOf(answer);
    const parsed = pageSchema.safeParse(await bodyOf(answer.response));
    if (!parsed.success) return UNREADABLE;
    for (const entry of parsed.data.data) {
      const template = templateSchema.safeParse(entry);
      const named = idSchema.safeParse(entry);
      if (template.success) templates.push(templateOf(template.data));
      else if (named.success) unreadable.push(named.data.id);
      // Without the unreadable entry's id, a template that is missing from the list can't be considered deleted.
      else return UNREADABLE;
    }
    const { next, cursors } = parsed.data.paging ?? {};
    const cursor = cursors?.after;
    if (next === undefined) return { outcome: 'listed', templates, unreadable };
    if (cursor === undefined || cursor === after) return UNREADABLE;
    after = cursor;
  }
  return UNREADABLE;
}

function templateOf(entry: z.infer<typeof templateSchema>): ListedTemplate {
  const { rejected_reason: reason } = entry;
  return {
    providerId: entry.id,
    name: entry.name,
    language: entry.language,
    category: entry.category,
    status: entry.status,
    reason: reason === undefined || reason === 'NONE' ? null : reason,
    quality: entry.quality_score?.score ?? null,
    parameterFormat: entry.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: entry.components,
  };
}

/** Asks what accounts the number's token was given, and which of them has the number. */
export async function findWhatsAppAccount(
  client: GraphClient,
  { phoneNumberId, accessToken }: OurNumber,
  signal: AbortSignal | undefined,
): Promise<AccountCheck> {
  const path = `debug_token?${new URLSearchParams({ input_token: accessToken ?? '' })}`;
  const answer = await client.callWith(accessToken, { path }, undefined, signal);
  if (answer.kind !== 'ok') return failureOf(answer);
  const grants = grantsSchema.safeParse(await bodyOf(answer.response));
  if (!grants.success) return UNREADABLE;
  const scopes = grants.data.data.granular_scopes ?? [];
  const accounts = scopes.find(({ scope }) => scope === 'whatsapp_business_management')?.target_ids ?? [];
  for (const accountId of accounts.slice(0, ACCOUNTS_MAX)) {
    const query = new URLSearchParams({ fields: 'id', limit: String(PAGE) });
    const numbers = await client.callWith(
      accessToken,
      { path: `${encodeURIComponent(accountId)}/phone_numbers?${query}` },
      undefined,
      signal,
    );
    if (numbers.kind !== 'ok') return failureOf(numbers);
    const listed = pageSchema.safeParse(await bodyOf(numbers.response));
    if (!listed.success) return UNREADABLE;
    const isThere = listed.data.data.some((entry) => {
      const named = idSchema.safeParse(entry);
      return named.success && named.data.id === phoneNumberId;
    });
    if (isThere) return { outcome: 'found', accountId };
  }
  return { outcome: 'found', accountId: undefined };
}
