import { auditWords, supportEmailOf, supportOf } from '../../contract/facts/audit-words.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import type { AuditEntry } from '../../contract/entities/audit-entry.ts';
import { catalogueWords } from '../catalogue-words.ts';
import type { AuditRows } from '../domain/access/audit-log.ts';
import { dayFirst } from './csv.ts';
import { heading } from './sheet.ts';
import type { Column, Sheet } from './sheet.ts';

function text(of: (entry: AuditEntry) => string | null, pt: string, en: string, width = 24): Column<AuditEntry> {
  return { heading: heading(pt, en), kind: 'text', width, of };
}

/** An audit entry per row, in the reader's language; times in the company's time zone. */
export function auditSheetOf({ parts, timezone, wall }: AuditRows, locale: Locale): Sheet<AuditEntry> {
  const catalogue = catalogueWords(locale);
  const numbers = new Intl.NumberFormat(locale.replace('_', '-'));
  const words = auditWords({
    text: (id) => catalogue.get(id),
    number: (value) => numbers.format(value),
    moment: (at) => (locale === 'en' ? wall(at) : dayFirst(wall(at))),
    browser: (agent) => agent,
  });
  const system = catalogue.get('access.who.system') ?? null;
  return {
    name: heading('Auditoria', 'Audit'),
    fileName: 'auditoria',
    columns: [
      {
        heading: heading(`Momento (${timezone})`, `At (${timezone})`),
        kind: 'moment',
        width: 28,
        of: ({ at }) => wall(at),
      },
      text((entry) => entry.user?.name ?? supportOf(entry) ?? system, 'Pessoa', 'Person'),
      text((entry) => entry.user?.email ?? supportEmailOf(entry) ?? null, 'E-mail', 'E-mail', 28),
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
