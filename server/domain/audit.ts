import type { Tx } from '../db/database.ts';
import { storableText } from './text.ts';

/** What is written down: `login`, `logout`, `session.reuse`, `ticket.finish`, … */
export type AuditEntry = {
  tenantId: string;
  /** Null: the system itself. */
  userId: string | null;
  action: string;
  /** What it was done to, as `kind:id`. */
  subject?: string;
  details?: Record<string, unknown>;
  address?: string;
  requestId?: string;
};

/** Adds to the tenant's audit, in the transaction of what it tells of. Never passwords, tokens or texts. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      tenant_id: entry.tenantId,
      user_id: entry.userId,
      action: entry.action,
      subject: entry.subject ?? null,
      details: storableJson(entry.details ?? {}),
      address: entry.address ?? null,
      request_id: entry.requestId ?? null,
    })
    .execute();
}

/** Some of it is what clients say, and nothing that they say may keep what they did from being written down. */
function storableJson(details: Record<string, unknown>): string {
  return JSON.stringify(details, (_key, value: unknown) => {
    if (typeof value === 'string') return storableText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), each]));
  });
}
