import type { AuditEntry } from '../../contract/entities/audit-entry.ts';
import { heading } from './sheet.ts';
import type { Column, Sheet } from './sheet.ts';

function text(of: (entry: AuditEntry) => string | null, pt: string, en: string, width = 24): Column<AuditEntry> {
  return { heading: heading(pt, en), kind: 'text', width, of };
}

/** What somebody did a row; moments in UTC, to the millisecond. */
export function auditSheetOf(parts: AsyncIterable<readonly AuditEntry[]>): Sheet<AuditEntry> {
  return {
    name: heading('Auditoria', 'Audit'),
    fileName: 'auditoria',
    columns: [
      text(({ at }) => at, 'Momento (UTC)', 'At (UTC)'),
      text(({ user }) => user?.name ?? null, 'Pessoa', 'Person'),
      text(({ user }) => user?.email ?? null, 'E-mail', 'E-mail'),
      text(({ action }) => action, 'Ação', 'Action'),
      text(({ subject }) => subject, 'Alvo', 'Subject'),
      text(({ details }) => details, 'Detalhes', 'Details', 48),
      text(({ address }) => address, 'Endereço', 'Address'),
      text((entry) => entry.request_id, 'Pedido', 'Request'),
    ],
    rows: oneByOne(parts),
  };
}

async function* oneByOne(parts: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<AuditEntry> {
  for await (const part of parts) yield* part;
}
