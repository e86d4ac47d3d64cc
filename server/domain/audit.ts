import { referencesOf } from '../../contract/facts/audit-words.ts';
import type { AuditName } from '../../contract/entities/audit-entry.ts';
import type { Tx } from '../db/database.ts';
import { namesWithin } from './access/audit-names.ts';
import { storableText } from './text.ts';

/** An audit entry: `login`, `logout`, `session.reuse`, `ticket.finish`, … */
export type AuditEntry = {
  tenantId: string;
  /** Null: the system. */
  userId: string | null;
  action: string;
  /** When it happened; by default now. */
  at?: Date;
  /** The subject, as `kind:id`. */
  subject?: string;
  details?: Record<string, unknown>;
  address?: string;
  requestId?: string;
  /** Names of the things it refers to in other companies. */
  names?: readonly AuditName[];
};

/**
 * Adds an entry to the tenant's audit, in the transaction it describes, with the current names of the things it refers
 * to. Never passwords, tokens or texts. Returns the names.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<readonly AuditName[]> {
  const subject = entry.subject ?? null;
  const details = storableJson(entry.details ?? {});
  const found = await namesWithin(tx, entry.tenantId, referencesOf({ subject, details }));
  const names = [...(entry.names ?? []), ...found];
  // Deleted things and the platform's are named only by the entry itself.
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

/** Clients supply some details, and these must not prevent the entry from being stored. */
function storableJson(details: Record<string, unknown>): string {
  return JSON.stringify(details, (_key, value: unknown) => {
    if (typeof value === 'string') return storableText(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), each]));
  });
}
