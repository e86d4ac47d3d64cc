import { auditWords, supportOf } from '../../contract/audit-words.ts';
import type { AuditEntry } from '../../contract/entities/audit-entry.ts';
import type { SheetLocale } from '../../contract/rest/sheets.ts';
import { catalogueWords } from './catalogue-words.ts';
import { heading } from './sheet.ts';
import type { Column, Sheet } from './sheet.ts';

function text(of: (entry: AuditEntry) => string | null, pt: string, en: string, width = 24): Column<AuditEntry> {
  return { heading: heading(pt, en), kind: 'text', width, of };
}

/** What somebody did a row, in the reader's words; moments in UTC, to the millisecond. */
export function auditSheetOf(parts: AsyncIterable<readonly AuditEntry[]>, locale: SheetLocale): Sheet<AuditEntry> {
  const catalogue = catalogueWords(locale);
  const numbers = new Intl.NumberFormat(locale.replace('_', '-'));
  const words = auditWords({
    text: (id) => catalogue.get(id),
    number: (value) => numbers.format(value),
    moment: (at) => at,
    browser: (agent) => agent,
  });
  const system = catalogue.get('access.who.system') ?? null;
  return {
    name: heading('Auditoria', 'Audit'),
    fileName: 'auditoria',
    columns: [
      text(({ at }) => at, 'Momento (UTC)', 'At (UTC)'),
      text((entry) => entry.user?.name ?? supportOf(entry) ?? system, 'Pessoa', 'Person'),
      text(({ user }) => user?.email ?? null, 'E-mail', 'E-mail', 28),
      text((entry) => words.actionOf(entry), 'Ação', 'Action'),
      text((entry) => words.subjectOf(entry) ?? null, 'Assunto', 'Subject', 32),
      text(
        (entry) =>
          words
            .factsOf(entry)
            .map((fact) => fact.join(': '))
            .join(' · '),
        'Detalhes',
        'Details',
        64,
      ),
      text(({ address }) => address, 'Endereço', 'Address'),
      text((entry) => entry.request_id, 'Código do pedido', 'Request code'),
    ],
    rows: oneByOne(parts),
  };
}

async function* oneByOne(parts: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<AuditEntry> {
  for await (const part of parts) yield* part;
}
