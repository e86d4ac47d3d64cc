import { sql } from 'kysely';
import { TEXT_PART_LENGTH } from '../../../contract/facts/limits.ts';
import type { CustomerChatText, CustomerChatTextVariables } from '../../../contract/graphql/customer-chat-text.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { readableBy } from '../tickets/visibility.ts';

/** No webhook carries that many characters. */
const FROM_MAX = 100_000_000;

/**
 * A part of a message's text from character `from` on, and the offset of the next part. Not found if the user can't
 * read the message, or `from` is invalid.
 */
export function messageText(
  services: Services,
  actor: Actor,
  variables: CustomerChatTextVariables,
): Promise<CustomerChatText> {
  requirePermission(actor, 'chat');
  const id = parseId(variables.id);
  const from = variables.from ?? 0;
  if (from < 0 || from > FROM_MAX) throw invalid('error.invalid', { from: 'error.invalid' });
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<{ id: Id; message: string; isMore: boolean }>`
      select m.id, substr(m.body, ${from}::integer + 1, ${TEXT_PART_LENGTH}::integer) as message,
        substr(m.body, ${from}::integer + 1 + ${TEXT_PART_LENGTH}::integer, 1) <> '' as "isMore"
      from message m where m.tenant_id = ${actor.tenantId} and m.id = ${id} and ${readableBy(actor)}`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound();
    return { id: row.id, message: row.message, next: row.isMore ? from + TEXT_PART_LENGTH : null };
  });
}
