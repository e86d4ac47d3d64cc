import { sql } from 'kysely';
import { FLOWS_MAX } from '../../../contract/facts/flows.ts';
import { flowAnswersFormSchema, flowFormSchema } from '../../../contract/entities/flow.ts';
import type { FlowDetails, FlowVersion, ListedFlow } from '../../../contract/entities/flow.ts';
import { flowSchema } from '../../../contract/flows/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import type {
  NewFlowVariables,
  RestoreFlowVariables,
  SaveFlowVariables,
  SetFlowAnswersVariables,
} from '../../../contract/graphql/flows.ts';
import { withTenant } from '../../db/database.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields, reordered } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput, requireVersion } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { callersOf } from './callers.ts';
import { flowDetailsView, listedFlow, listedFlows, versionText, versionViews } from './flow-rows.ts';

/** Who draws flows, of one kind or of any, and who says which of them answer. */
export const requireEditing = (actor: Actor, kind?: ListedFlow['kind']): void =>
  kind === undefined
    ? requirePermission(actor, 'passive-chat-flow', 'active-chat-flow')
    : requirePermission(actor, `${kind}-chat-flow`);
const requireAnswering = (actor: Actor): void => requirePermission(actor, 'conversation-bot');

export function listFlows(services: Services, actor: Actor): Promise<ListedFlow[]> {
  requirePermission(actor, 'passive-chat-flow', 'active-chat-flow', 'conversation-bot');
  return withTenant(services.db, actor.tenantId, (tx) => listedFlows(tx, actor.tenantId));
}

export function findFlow(services: Services, actor: Actor, rawId: string): Promise<FlowDetails> {
  requireEditing(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const flow = await flowDetailsView(tx, actor.tenantId, id);
    requireEditing(actor, flow.kind);
    return flow;
  });
}

export function listVersions(services: Services, actor: Actor, rawId: string): Promise<FlowVersion[]> {
  requireEditing(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { kind } = await listedFlow(tx, actor.tenantId, id);
    requireEditing(actor, kind);
    return versionViews(tx, actor.tenantId, id);
  });
}

export function findVersion(
  services: Services,
  actor: Actor,
  { id: rawId, number }: { id: string; number: number },
): Promise<string> {
  requireEditing(actor);
  const id = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { kind } = await listedFlow(tx, actor.tenantId, id);
    requireEditing(actor, kind);
    return versionText(tx, actor.tenantId, id, number);
  });
}

/** Adds a flow, behind the others. Refuses a taken name by field, and what isn't a flow by the field `flow`. */
export function newFlow(services: Services, caller: Actor, variables: NewFlowVariables): Promise<FlowDetails> {
  requireEditing(caller);
  const { name, flow, places } = parseForm(variables);
  const mayDraw = (actor: Actor) => requireEditing(actor, flow.kind);
  return changeAsActor(services, caller, mayDraw, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireFreeName(tx, tenantId, name, null);
    const { rows } = await sql<{ id: Id; isTooMany: boolean }>`
      insert into flow (tenant_id, name, kind, draft, places, position)
      select ${tenantId}, ${name}, ${flow.kind}, ${JSON.stringify(flow)}::json, ${places}::json,
        coalesce((select max(position) + 1 from flow where tenant_id = ${tenantId}), 0)
      returning id, (select count(*) >= ${FLOWS_MAX} from flow
        where tenant_id = ${tenantId} and not is_archived) as "isTooMany"`.execute(tx);
    const [added] = rows;
    if (added === undefined || added.isTooMany) throw conflict('error.flow.tooMany');
    await auditAction(tx, actor, { action: 'flow.create', subject: `flow:${added.id}`, details: { name } });
    return told(change, added.id);
  });
}

/** Saves the draft. Refuses as `newFlow` does, and an outdated version. */
export function saveFlow(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: SaveFlowVariables,
): Promise<FlowDetails> {
  requireEditing(caller);
  const id = parseId(rawId);
  const { name, flow, places } = parseForm(variables);
  return changeAsActor(services, caller, requireEditing, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await flowDetailsView(tx, tenantId, id);
    requireEditing(actor, before.kind);
    requireVersion(version, before.version);
    if (flow.kind !== before.kind) throw invalid('error.form.invalid', { flow: 'error.field.invalid' });
    await requireFreeName(tx, tenantId, name, id);
    await setDraft(change, before, { name, flow: JSON.stringify(flow), places });
    const details = changedFields(['name'], before, { name });
    if (Object.keys(details).length > 0)
      await auditAction(tx, actor, { action: 'flow.update', subject: `flow:${id}`, details });
    return told(change, id);
  });
}

/** Makes an older version the draft. */
export function restoreFlow(
  services: Services,
  caller: Actor,
  { id: rawId, version, number }: RestoreFlowVariables,
): Promise<FlowDetails> {
  requireEditing(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireEditing, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await flowDetailsView(tx, tenantId, id);
    requireEditing(actor, before.kind);
    requireVersion(version, before.version);
    const flow = await versionText(tx, tenantId, id, number);
    await setDraft(change, before, { name: before.name, flow, places: before.places });
    await auditAction(tx, actor, { action: 'flow.restore', subject: `flow:${id}`, details: { number } });
    return told(change, id);
  });
}

/**
 * Archives a flow, which doesn't answer then, or takes it out of the archive, as a draft: what it names may be gone by now. Conversations
 * that are in it go on. CONFLICT `error.flow.called` if others call it.
 */
export function archiveFlow(
  services: Services,
  caller: Actor,
  { id: rawId, archived }: { id: string; archived: boolean },
): Promise<ListedFlow> {
  requireEditing(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireEditing, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await listedFlow(tx, tenantId, id);
    requireEditing(actor, before.kind);
    if (before.is_archived === archived) return before;
    if (archived) await requireUncalled(tx, tenantId, id);
    else await requireRoomAgain(tx, before, tenantId);
    await sql`
      update flow set is_archived = ${archived}, is_active = false, version = version + 1, updated_at = now(),
        published_number = case when ${archived} then published_number end, has_draft = has_draft or not ${archived}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    if (!archived)
      await sql`update flow_version set state = 'archived'
        where tenant_id = ${tenantId} and flow_id = ${id} and state = 'published'`.execute(tx);
    const action = archived ? 'flow.archive' : 'flow.unarchive';
    await auditAction(tx, actor, { action, subject: `flow:${id}`, details: { name: before.name } });
    await told(change, id);
    return listedFlow(tx, tenantId, id);
  });
}

const AUDITED = ['is_active', 'bot_name', 'instance_ids', 'starts', 'keywords', 'hours'] as const;

/** Says whether a flow answers, whom, and by which name. CONFLICT `error.flow.unpublished` for one that can't. */
export function setFlowAnswers(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: SetFlowAnswersVariables,
): Promise<ListedFlow> {
  requireAnswering(caller);
  const id = parseId(rawId);
  const input = parseInput(flowAnswersFormSchema, { ...variables, bot_name: variables.bot_name ?? null });
  return changeAsActor(services, caller, requireAnswering, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await listedFlow(tx, tenantId, id);
    requireVersion(version, before.version);
    if (before.kind !== 'passive' || (input.is_active && (before.number === null || before.is_archived)))
      throw conflict('error.flow.unpublished');
    const instanceIds = input.instance_ids.map(parseId);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from instance
      where tenant_id = ${tenantId} and id = any(${instanceIds}::bigint[])`.execute(tx);
    if (rows[0]?.count !== instanceIds.length) throw notFound();
    await sql`
      update flow set is_active = ${input.is_active}, bot_name = ${input.bot_name},
        instance_ids = ${instanceIds}::bigint[], starts = ${input.starts}, keywords = ${input.keywords}::text[],
        hours = ${input.hours}, version = version + 1, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const details = changedFields(AUDITED, { ...before, ...before.trigger }, input);
    if (Object.keys(details).length > 0)
      await auditAction(tx, actor, { action: 'flow.answers', subject: `flow:${id}`, details });
    await told(change, id);
    return listedFlow(tx, tenantId, id);
  });
}

/** Sets the order in which flows are asked, among those that are named; the others keep their places. */
export function orderFlows(
  services: Services,
  caller: Actor,
  { ids: rawIds }: { ids: readonly string[] },
): Promise<ListedFlow[]> {
  requireAnswering(caller);
  const ids = [...new Set(rawIds.map(parseId))];
  return changeAsActor(services, caller, requireAnswering, async (change, actor) => {
    const { tx, tenantId, append } = change;
    const before = (await listedFlows(tx, tenantId)).map(({ id }) => id);
    if (!ids.every((id) => before.includes(id))) throw notFound();
    const named = ids.values();
    const order = before.map((id) => (ids.includes(id) ? (named.next().value ?? id) : id));
    await sql`
      update flow f set position = wanted.place - 1
      from unnest(${order}::bigint[]) with ordinality as wanted (id, place)
      where f.tenant_id = ${tenantId} and f.id = wanted.id`.execute(tx);
    const moved = reordered(before, order);
    if (moved !== undefined) await auditAction(tx, actor, { action: 'flow.order', details: { flow_ids: moved } });
    append('ListUpdated', { list: 'flows' }, { to: 'all' });
    return listedFlows(tx, tenantId);
  });
}

/** Tells everybody who shows flows; answers the changed one. */
export async function told({ tx, tenantId, append }: Change, id: Id): Promise<FlowDetails> {
  append('ListUpdated', { list: 'flows' }, { to: 'all' });
  return flowDetailsView(tx, tenantId, id);
}

async function setDraft(
  { tx, tenantId }: Change,
  { id, number }: FlowDetails,
  { name, flow, places }: { name: string; flow: string; places: string },
): Promise<void> {
  const published = number === null ? null : await versionText(tx, tenantId, id, number);
  await sql`
    update flow set name = ${name}, draft = ${flow}::json, places = ${places}::json, has_draft = ${flow !== published},
      version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

function parseForm(variables: { name: string; kind?: string; flow: string; places: string }): {
  name: string;
  flow: Flow;
  places: string;
} {
  const { name, flow: text, places } = parseInput(flowFormSchema, variables);
  const parsed = flowSchema.safeParse(jsonOf('flow', text));
  const { kind } = variables;
  if (!parsed.success || (kind !== undefined && kind !== parsed.data.kind))
    throw invalid('error.form.invalid', { flow: 'error.field.invalid' });
  return { name, flow: parsed.data, places: JSON.stringify(jsonOf('places', places)) };
}

function jsonOf(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('error.form.invalid', { [field]: 'error.field.invalid' });
  }
}

async function requireUncalled(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  const names = (await callersOf(tx, tenantId, id)).map(({ name }) => name);
  if (names.length > 0)
    throw new DomainError('CONFLICT', 'error.flow.called', { params: { names: names.slice(0, 5).join(', ') } });
}

/** Its name may be another's by now. */
async function requireRoomAgain(tx: Tx, { id, name }: ListedFlow, tenantId: Id): Promise<void> {
  await requireFreeName(tx, tenantId, name, id);
  const { rows } = await sql`
    select from flow where tenant_id = ${tenantId} and not is_archived offset ${FLOWS_MAX - 1} limit 1`.execute(tx);
  if (rows.length > 0) throw conflict('error.flow.tooMany');
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from flow where tenant_id = ${tenantId} and not is_archived and lower(name) = lower(${name})
      and id is distinct from ${id}::bigint`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.flow.nameTaken' });
}
