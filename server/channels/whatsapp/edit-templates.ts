import { openAsBlob } from 'node:fs';
import * as z from 'zod/mini';
import type { ExampleFile, ExampleResult, NewTemplate, TemplateResult } from '../new-template.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';
import { FILE_TIMEOUT_MS } from './settings.ts';

type Signal = AbortSignal | undefined;

const createdSchema = z.looseObject({
  id: z.string().check(z.regex(/^\d{1,32}$/)),
  status: z.optional(z.string().check(z.maxLength(64))),
  category: z.optional(z.string().check(z.maxLength(64))),
});
const doneSchema = z.looseObject({ success: z.literal(true) });
const appSchema = z.looseObject({ data: z.looseObject({ app_id: z.string().check(z.regex(/^\d{1,32}$/)) }) });
const sessionSchema = z.looseObject({ id: z.string().check(z.regex(/^upload:[\w=:?&%.~-]+$/)) });
const handleSchema = z.looseObject({ h: z.string().check(z.minLength(1), z.maxLength(20_000)) });

/** Subcodes of refusals that are the name's fault: it is taken in this language, or still being deleted. */
const NAME_TAKEN: ReadonlySet<number> = new Set([2388023, 2388024]);

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

function failureOf(answer: Exclude<GraphAnswer, { kind: 'ok' }>): Exclude<TemplateResult, { outcome: 'accepted' }> {
  if (answer.kind === 'lost') return { outcome: 'unknown' };
  if (answer.kind === 'notReached') return { outcome: 'retryable', code: 0, key: 'channel.error.unavailable' };
  const { code, key, retryable, userMessage, details, subcode } = answer;
  if (retryable) return { outcome: 'retryable', code, key };
  const isNameTaken = subcode !== undefined && NAME_TAKEN.has(subcode);
  return { outcome: 'refused', code, key, details: userMessage ?? details, isNameTaken };
}

/** Creates a template, or changes the one with `providerId`; then it is reviewed. */
export async function submitWhatsAppTemplate(
  client: GraphClient,
  accountId: string,
  token: string | undefined,
  { providerId, name, language, category, isNamed, components }: NewTemplate,
  signal: Signal,
): Promise<TemplateResult> {
  if (providerId !== undefined) {
    const path = encodeURIComponent(providerId);
    const answer = await client.callWith(token, { path }, { category, components }, signal);
    if (answer.kind !== 'ok') return failureOf(answer);
    const isDone = doneSchema.safeParse(await bodyOf(answer.response)).success;
    return isDone ? { outcome: 'accepted', providerId, status: 'PENDING', category } : { outcome: 'unknown' };
  }
  const path = `${encodeURIComponent(accountId)}/message_templates`;
  const format = isNamed ? 'NAMED' : 'POSITIONAL';
  const body = { name, language, category, parameter_format: format, components };
  const answer = await client.callWith(token, { path }, body, signal);
  if (answer.kind !== 'ok') return failureOf(answer);
  const created = createdSchema.safeParse(await bodyOf(answer.response));
  if (!created.success) return { outcome: 'unknown' };
  const { id, status = 'PENDING', category: given = category } = created.data;
  return { outcome: 'accepted', providerId: id, status, category: given };
}

/** Deletes a template in its language; those of other languages with its name stay. */
export async function deleteWhatsAppTemplate(
  client: GraphClient,
  accountId: string,
  token: string | undefined,
  { providerId, name }: { providerId: string; name: string },
  signal: Signal,
): Promise<Exclude<TemplateResult, { outcome: 'accepted' }> | { outcome: 'done' }> {
  const query = new URLSearchParams({ hsm_id: providerId, name });
  const path = `${encodeURIComponent(accountId)}/message_templates?${query}`;
  const answer = await client.callWith(token, { path, method: 'DELETE' }, undefined, signal);
  if (answer.kind !== 'ok') return failureOf(answer);
  return doneSchema.safeParse(await bodyOf(answer.response)).success ? { outcome: 'done' } : { outcome: 'unknown' };
}

/** Uploads an example by a resumable upload of the token's app; answers its handle. */
export async function uploadWhatsAppExample(
  client: GraphClient,
  token: string | undefined,
  { path, mimeType, name, sizeBytes }: ExampleFile,
  signal: Signal,
): Promise<ExampleResult> {
  const lost = { outcome: 'retryable', code: 0, key: 'channel.error.unavailable' } as const;
  const refusal = (answer: Exclude<GraphAnswer, { kind: 'ok' }>): ExampleResult => {
    const failed = failureOf(answer);
    return failed.outcome === 'unknown' ? lost : failed;
  };
  const asked = new URLSearchParams({ input_token: token ?? client.defaultToken ?? '' });
  const about = await client.callWith(token, { path: `debug_token?${asked}` }, undefined, signal);
  if (about.kind !== 'ok') return refusal(about);
  const app = appSchema.safeParse(await bodyOf(about.response));
  if (!app.success) return lost;
  const query = new URLSearchParams({ file_name: name, file_length: String(sizeBytes), file_type: mimeType });
  const target = { path: `${app.data.data.app_id}/uploads?${query}`, method: 'POST' } as const;
  const begun = await client.callWith(token, target, undefined, signal);
  if (begun.kind !== 'ok') return refusal(begun);
  const session = sessionSchema.safeParse(await bodyOf(begun.response));
  if (!session.success) return lost;
  const headers = { authorization: 'OAuth', file_offset: '0' } as const;
  const file = await openAsBlob(path, { type: mimeType });
  const upload = { path: session.data.id, method: 'POST', timeoutMs: FILE_TIMEOUT_MS, headers } as const;
  const sent = await client.callWith(token, upload, file, signal);
  if (sent.kind !== 'ok') return refusal(sent);
  const handle = handleSchema.safeParse(await bodyOf(sent.response));
  return handle.success ? { outcome: 'uploaded', handle: handle.data.h } : lost;
}
