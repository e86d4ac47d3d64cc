import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Id } from '../../db/tables.ts';
import { OUTBOX_OPEN, OUTBOX_WAITING } from '../../db/tables/attendance.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';

/** Written out, not as parameters: an index only for these states is used then. */
const listOf = (states: readonly OutboxState[]) => sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);

export const WAITING_STATES = listOf(OUTBOX_WAITING);
export const OPEN_STATES = listOf(OUTBOX_OPEN);
/** Its file goes to the provider first: until then nothing is sent, so it can't be uncertain. */
export const UPLOAD_STATES = listOf(['upload', 'template_file', 'carousel', 'gateway_file']);

/** The initial outbox state of a message; parts it lacks are null or undefined. */
export function waitingState(message: {
  readonly channel: ChannelName;
  readonly hasGateway: boolean;
  readonly file: object | null;
  readonly template?: { readonly cards?: readonly unknown[] } | null | undefined;
  readonly shared?: { readonly kind: string } | null | undefined;
}): (typeof OUTBOX_WAITING)[number] {
  if (message.channel === 'sms') return 'sms';
  if (message.hasGateway) return message.file === null ? 'gateway' : 'gateway_file';
  const hasTemplate = message.template !== null && message.template !== undefined;
  if (message.file !== null) return hasTemplate ? 'template_file' : 'upload';
  if (hasTemplate) return message.template?.cards === undefined ? 'template' : 'carousel';
  return message.shared?.kind === 'choices' ? 'interactive' : 'queued';
}

/** SQL: the initial outbox state of a text or reaction. */
export const waitingAsText = (
  tenantId: Id | RawBuilder<unknown>,
  instanceId: RawBuilder<unknown>,
  hasChoices: RawBuilder<unknown> = sql`false`,
) =>
  sql`(select case when of.channel = 'sms' then 'sms' when of.provider = 'evolution' then 'gateway'
      when ${hasChoices} then 'interactive' else 'queued' end
    from instance of
    where of.tenant_id = ${tenantId} and of.id = ${instanceId})`;
