import type { AuditEntry } from '../../../machines/entities/administration.ts';

type Details = Readonly<Record<string, unknown>>;

/** What else is written down of a deed, by the wire's names. */
export function detailsOf({ details }: Pick<AuditEntry, 'details'>): Details {
  try {
    const found: unknown = JSON.parse(details);
    return isRecord(found) ? found : {};
  } catch {
    return { details };
  }
}

/** Who of the platform did it: they have no user in this company. Undefined where nobody did. */
export function supportOf(entry: Pick<AuditEntry, 'details'>): string | undefined {
  const { acting_for: from } = detailsOf(entry);
  return isRecord(from) && typeof from['user'] === 'string' ? from['user'] : undefined;
}

/** Whether it has names and values. */
export function isRecord(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
