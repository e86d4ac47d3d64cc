import { referencesOf } from '../../contract/audit-words.ts';
import type { AuditName } from '../../contract/entities/audit-entry.ts';
import type { Tx } from '../db/database.ts';
import { namesWithin } from './access/audit-names.ts';
import { storableText } from './text.ts';

/** What is written down: `login`, `logout`, `session.reuse`, `ticket.finish`, … */
export type AuditEntry = {
  tenantId: string;
  /** Null: the system itself. */
  userId: string | null;
  action: string;
  /** When it was; now, unless it is told later. */
  at?: Date;
  /** What it was done to, as `kind:id`. */
  subject?: string;
  details?: Record<string, unknown>;
  address?: string;
  requestId?: string;
  /** What things of another company that it speaks of are called. */
  names?: readonly AuditName[];
};

/**
 * Adds to the tenant's audit, in the transaction of what it tells of, with what the things it speaks of
 * are called now. Never passwords, tokens or texts. Answers the names.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<readonly AuditName[]> {
  const subject = entry.subject ?? null;
  const details = storableJson(entry.details ?? {});
  const found = await namesWithin(tx, entry.tenantId, referencesOf({ subject, details }));
  const names = [...(entry.names ?? []), ...found];
  // What is deleted already, or the platform's, only the deed itself names.
  const own = entry.details?.['name'] ?? entry.details?.['title'];
  if (subject !== null && typeof own === 'string' && !names.some(({ of }) => of === subject)) {
    names.push({ of: subject, name: storableText(own) });
  }
  await tx
    .insertInto('audit')
    .values({
      tenant_id: entry.tenantId,
      user_id: entry.userId,
      ...(entry.at === undefined ? {} : { at: entry.at }),
      action: entry.action,
      subject,
      details,
      address: entry.address ?? null,
      request_id: entry.requestId ?? null,
      names: JSON.stringify(names),
    })
    .execute();
  return names;
}

/** Some of it is what clients say, and nothing that they say may keep what they did from being written down. */
function storableJson(details: Record<string, unknown>): string {
  return JSON.stringify(details, (_key, value: unknown) => {
    if (typeof value === 'string') return storableText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), each]));
  });
}
