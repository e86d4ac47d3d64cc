import { sql } from 'kysely';
import { FLOW_ANSWERS_MAX, FLOW_QUIET_MS } from '../../../contract/facts/flows.ts';
import type { FLOW_HOURS, FLOW_STARTS } from '../../../contract/facts/flows.ts';
import type { Input } from '../../../flows/decide.ts';
import { nodeAt } from '../../../flows/exits.ts';
import { foldedLabel } from '../../../flows/options.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { departmentOfInstance } from '../departments/attendants.ts';
import type { RunState } from './fold.ts';
import { readOptionId } from './option-id.ts';
import type { SentOption } from './option-id.ts';
import { playableIn, playableOf } from './playable.ts';
import type { Playable, Version } from './playable.ts';
import { answersBefore, findTurn } from './run-rows.ts';
import type { StoredRun } from './run-rows.ts';
import { giveUp, orGiveUp, runInput } from './run-flow.ts';
import type { Running } from './run-flow.ts';

type Candidate = Version & {
  starts: (typeof FLOW_STARTS)[number];
  keywords: string[];
  hours: (typeof FLOW_HOURS)[number];
};

/**
 * The flow that answers a message that opens a ticket: the first in order whose trigger holds. None for a while after one ended,
 * so that a "thank you" begins nothing.
 */
export function flowFor(
  services: Running,
  change: Change,
  conversation: { customerId: Id; instanceId: Id },
  text: string,
): Promise<Playable | undefined> {
  return change.attempt(
    (part) => chosen(part, conversation, text, services.now()),
    async (_whole, error) => {
      services.log.error({ err: error }, 'a flow could not begin; the message is taken in without');
      return undefined;
    },
  );
}

async function chosen(
  { tx, tenantId }: Change,
  { customerId, instanceId }: { customerId: Id; instanceId: Id },
  text: string,
  now: Date,
): Promise<Playable | undefined> {
  const { rows } = await sql<Candidate & { isKnown: boolean }>`
    select f.starts, f.keywords, f.hours,
      f.id as "flowId", v.number, v.hash, f.name as "flowName", f.bot_name as "botName",
      exists (select from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}) as "isKnown"
    from flow f
    join flow_version v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.number = f.published_number
    where f.tenant_id = ${tenantId} and f.is_active and f.kind = 'passive'
      and (f.instance_ids = '{}' or ${instanceId} = any(f.instance_ids))
      and not exists (select from tenant_feature o where o.tenant_id = ${tenantId} and not o.enabled
        and o.option in ('passive-chat-flow', 'conversation-bot'))
      and not exists (select from flow_run r
        join chat_ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id
        where r.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
          and r.status = 'ended' and r.updated_at > ${new Date(now.getTime() - FLOW_QUIET_MS)})
    order by f.position, f.id`.execute(tx);
  let isOpen: boolean | undefined;
  for (const { starts, keywords, hours, isKnown, ...version } of rows) {
    if (starts === 'first' && isKnown) continue;
    if (starts === 'keyword' && !keywords.some((keyword) => hasWords(text, keyword))) continue;
    if (hours !== 'any') {
      isOpen ??= (await departmentOfInstance(tx, { tenantId, instanceId }, now))?.isOpen ?? true;
      if (isOpen !== (hours === 'open')) continue;
    }
    return playableIn(tx, tenantId, version);
  }
  return undefined;
}

/** Whether a text has a keyword, as words of its own. */
function hasWords(text: string, keyword: string): boolean {
  const words = (of: string) =>
    ` ${foldedLabel(of)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return words(keyword).trim() !== '' && words(text).includes(words(keyword));
}

/**
 * Passes a customer's message to the flow that has their ticket. True if a flow had it: then nobody else answers, whatever the flow does.
 * `heard`: the ticket with the message.
 */
export function takeInByFlow(
  services: Running,
  change: Change,
  runId: Id,
  message: InboundMessage,
  heard?: ChatTicketFrame,
): Promise<boolean> {
  const work = (part: Change) => taken(services, part, runId, message, heard);
  return orGiveUp(services, change, runId, { work, failed: true });
}

async function taken(
  services: Running,
  change: Change,
  runId: Id,
  message: InboundMessage,
  heard: ChatTicketFrame | undefined,
): Promise<boolean> {
  const { tx, tenantId } = change;
  const now = services.now();
  const turn = await findTurn(tx, tenantId, runId, now);
  if (turn?.run.state.status !== 'running') return false;
  if (message.kind === 'edit') return true;
  // Probably a bot: it answers faster than a person could for so long, or repeats itself.
  if (turn.answers >= FLOW_ANSWERS_MAX || (await isRepeating(change, turn.run, message, now))) {
    await giveUp(change, runId, now);
    return true;
  }
  const input = await inputOf(change, turn.run, message);
  await runInput(change, { ...turn, heard, direct: services.direct }, { input, cause: 'customer' }, now);
  return true;
}

/**
 * Whether the customer is in a loop: they have answered this step `FLOW_ANSWERS_MAX` times with the same words, each step
 * in between with the same words too, and now do so again. Variables that the flow changed meanwhile don't count as progress.
 */
async function isRepeating(
  { tx, tenantId }: Change,
  run: StoredRun,
  { kind, text }: InboundMessage,
  now: Date,
): Promise<boolean> {
  const { state } = run;
  if (kind !== 'text' || state.seq < FLOW_ANSWERS_MAX) return false;
  const here = placeOf(state);
  const said = new Map([[here, foldedLabel(text)]]);
  let times = 0;
  for (const { words, ...answered } of await answersBefore(tx, tenantId, run, now)) {
    if (words === null) return false;
    const place = placeOf(answered);
    const same = said.get(place) ?? foldedLabel(words);
    if (same === '' || foldedLabel(words) !== same) return false;
    said.set(place, same);
    if (place === here) times += 1;
    if (times === FLOW_ANSWERS_MAX) return true;
  }
  return false;
}

/** A step of one version: the same words take the same exit there. */
function placeOf({ flowId, number, node }: Pick<RunState, 'flowId' | 'number' | 'node'>): string {
  return `${flowId} ${number} ${node}`;
}

async function inputOf(change: Change, run: StoredRun, message: InboundMessage): Promise<Input> {
  const { text } = message;
  switch (message.kind) {
    case 'image':
    case 'document':
    case 'video':
    case 'sticker':
    case 'audio':
      return { of: 'media', value: text.trim() || message.media.filename || message.tagType };
    case 'unsupported':
      return { of: 'media', value: message.tagType };
    case 'location':
      return { of: 'location', value: text };
    case 'interactive': {
      const tapped = readOptionId(message.reply.id);
      if (tapped === undefined) return { of: 'message', text };
      if (await isOfQuestion(change, run, tapped)) return { of: 'message', text, option: tapped.option };
      return oldMenu(change, run);
    }
    case 'text':
    case 'contacts':
    case 'button':
    case 'reaction':
    case 'order':
    case 'edit':
    case 'revoke':
    case 'system':
      return { of: 'message', text };
  }
}

/** Whether a tapped option is of the question that is asked now, maybe for the second time. */
async function isOfQuestion({ tx, tenantId }: Change, { id, state }: StoredRun, tapped: SentOption): Promise<boolean> {
  if (tapped.runId !== id || tapped.seq > state.seq) return false;
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (select from flow_step s where s.tenant_id = ${tenantId} and s.run_id = ${id}
      and s.seq >= ${tapped.seq}
      and (s.node <> ${state.node} or s.flow_id <> ${state.flowId} or s.kind = 'return')) as "isLeft"`.execute(tx);
  return rows[0]?.isLeft === false;
}

/** Something that is no answer to the question that is asked now: another question's option was tapped. */
async function oldMenu({ tx, tenantId }: Change, { state }: StoredRun): Promise<Input> {
  const playable = await playableOf(tx, tenantId, state.flowId, state.number);
  const node = playable && nodeAt(playable.flow, state.node);
  return node?.kind === 'ask' && node.expects === 'location' ? { of: 'message', text: '' } : { of: 'location' };
}
