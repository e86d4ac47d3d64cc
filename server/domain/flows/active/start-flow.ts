import { sql } from 'kysely';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import type { FlowStartSource } from '../../../../contract/facts/flow-starts.ts';
import type { Flow } from '../../../../contract/flows/flow.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import { givenValues } from '../../../../flows/given.ts';
import { writesBySms } from '../../../../flows/sms.ts';
import type { Change } from '../../../db/change.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { instanceFor } from '../../campaigns/left-out.ts';
import { invalid } from '../../errors.ts';
import { isId } from '../../ids.ts';
import { templatesOf } from '../../templates/list-templates.ts';
import { playableOf } from '../playable.ts';
import type { Playable } from '../playable.ts';
import { filesOf, isSendable, isWhole } from '../sendables.ts';
import type { SaidTemplate } from '../sendables.ts';

/** An active flow that is on: from the numbers that were `chosen`, all if none; in the hours `from` to `to` of a customer's day. */
export type Open = {
  playable: Playable;
  chosen: readonly Id[];
  requiresConsent: boolean;
  from: number;
  to: number;
};

/** One that may be started: from the numbers from which it can be, those of its channel that can send its templates. */
export type Startable = Open & { channel: ChannelName; instanceIds: readonly Id[] };

/** Undefined if there is no such active flow of the company, or it is off. */
export async function openFlow(tx: Tx, tenantId: Id, flowId: Id): Promise<Open | undefined> {
  const { rows } = await sql<Omit<Open, 'playable'>>`
    select f.instance_ids::text[] as chosen, f.requires_consent as "requiresConsent", f.starts_from as "from",
      f.starts_to as "to"
    from flow f
    where f.tenant_id = ${tenantId} and f.id = ${flowId} and f.kind = 'active' and f.is_active
      and not exists (select from tenant_feature o where o.tenant_id = ${tenantId} and not o.enabled
        and o.option = 'active-chat-flow')`.execute(tx);
  const [found] = rows;
  if (found === undefined) return undefined;
  const playable = await playableOf(tx, tenantId, flowId, 'published');
  return playable && { ...found, playable };
}

/** Undefined as of `openFlow`; with no numbers while none can send its templates. */
export async function startableOf(tx: Tx, tenantId: Id, flowId: Id): Promise<Startable | undefined> {
  const open = await openFlow(tx, tenantId, flowId);
  if (open === undefined) return undefined;
  const channel = writesBySms(open.playable.flow) ? 'sms' : 'whatsapp';
  return { ...open, channel, instanceIds: await numbersOf(tx, tenantId, open, channel) };
}

/** The template that a flow begins with, if it does, and what comes behind it. */
export function openingOf(flow: Flow): { content: SaidTemplate; next: string } | undefined {
  const first = nodeAt(flow, flow.start);
  const next = first?.exits['next'];
  if (first?.kind !== 'say' || first.content.of !== 'template' || next === undefined) return undefined;
  return { content: first.content, next };
}

/** None if the flow begins with a template that was changed since, so that it can't be sent as the flow has it. */
async function numbersOf(
  tx: Tx,
  tenantId: Id,
  { playable: { flow }, chosen }: Open,
  channel: ChannelName,
): Promise<Id[]> {
  const templates = channel === 'sms' ? [] : templatesIn(flow);
  const { rows } = await sql<{ id: Id }>`
    select i.id from instance i
    where i.tenant_id = ${tenantId} and i.activated and i.is_official and i.channel = ${channel}
      and i.claimed_number is not null and (${[...chosen]}::bigint[] = '{}' or i.id = any(${[...chosen]}::bigint[]))
      and not exists (select from unnest(${templates}::bigint[]) as needed (id)
        where not exists (select from message_template s where s.tenant_id = ${tenantId} and s.id = needed.id
          and s.waba_id = i.waba_id and s.status = 'APPROVED' and s.gone_at is null))
    order by i.id`.execute(tx);
  const [first] = rows;
  const opening = openingOf(flow)?.content;
  if (first === undefined || opening === undefined || channel === 'sms') return rows.map(({ id }) => id);
  // A template is of one account, and so are all these numbers.
  const [template] = await templatesOf(tx, { tenantId, instanceId: first.id }, opening.template_id);
  const files = await filesOf(tx, tenantId, opening.file_id === undefined ? [] : [opening.file_id]);
  const isSendableNow = template !== undefined && isSendable(template) && isWhole(template, opening, files);
  return isSendableNow ? rows.map(({ id }) => id) : [];
}

function templatesIn(flow: Flow): Id[] {
  const ids = Object.values(flow.nodes).flatMap((node) =>
    node.kind === 'say' && node.content.of === 'template' && isId(node.content.template_id)
      ? [node.content.template_id]
      : [],
  );
  return [...new Set(ids)];
}

/**
 * Whom a flow is to start for, and what has it start. `key`: the same again is the same start; `chain`: the rules that caused it;
 * `variables`: what the flow's begin with.
 */
export type WantedStart = {
  flowId: Id;
  customerId: Id;
  source: Extract<FlowStartSource, 'api' | 'rule'>;
  key: string;
  chain?: readonly Id[];
  variables?: Readonly<Record<string, unknown>>;
};

/** A start that was asked for. */
export type AddedStart = { id: Id; instanceId: Id; createdAt: Date };

/**
 * Puts a start of an active flow into the queue: it starts, or is left out with its reason, in its turn (`startDueFlows`). Answers its
 * id, that of the earlier one with the same key; undefined if the flow is off, or no number can send its templates. Refuses by its
 * field, as `variables.pedido`, what isn't one of the flow's variables or doesn't fit it.
 */
export async function startFlow({ tx, tenantId }: Change, wanted: WantedStart, now: Date): Promise<Id | undefined> {
  const { rows: earlier } = await sql<{ id: Id }>`select id from flow_start
    where tenant_id = ${tenantId} and flow_id = ${wanted.flowId} and key = ${wanted.key}`.execute(tx);
  if (earlier[0] !== undefined) return earlier[0].id;
  const startable = await startableOf(tx, tenantId, wanted.flowId);
  if (startable === undefined || startable.instanceIds.length === 0) return undefined;
  const { values: variables, wrong } = givenValues(startable.playable.flow, wanted.variables ?? {});
  if (wrong.length > 0)
    throw invalid(
      'error.form.invalid',
      Object.fromEntries(wrong.map((name) => [`variables.${name}`, 'error.field.invalid'])),
    );
  return (await addStart({ tx, tenantId }, startable, { ...wanted, variables }, now))?.id;
}

/** Undefined for a customer who isn't there, and where there is a start with the same key. */
export async function addStart(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  startable: Startable,
  { flowId, customerId, source, key, chain = [], variables = {} }: WantedStart,
  now: Date,
): Promise<AddedStart | undefined> {
  const { rows } = await sql<AddedStart>`
    insert into flow_start (tenant_id, flow_id, source, customer_id, instance_id, key, rule_chain, vars, status, due_at, created_at)
    select c.tenant_id, ${flowId}, ${source}, c.id, ${instanceFor({ tenantId }, startable)}, ${key}, ${[...chain]}::bigint[],
      ${JSON.stringify(variables)}::jsonb, 'waiting', ${now}, ${now}
    from customer c where c.tenant_id = ${tenantId} and c.id = ${customerId} and c.erased_at is null
    on conflict (tenant_id, flow_id, key) where key is not null do nothing
    returning id, instance_id as "instanceId", created_at as "createdAt"`.execute(tx);
  return rows[0];
}
