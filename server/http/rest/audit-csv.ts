import type { AuditEntry } from '../../../contract/entities/audit-entry.ts';

const HEADINGS = ['Momento', 'Pessoa', 'E-mail', 'Ação', 'Alvo', 'Detalhes', 'Endereço', 'Pedido'];

/** The audit as CSV, a part at a time: with a mark that it is UTF-8, and semicolons, as a Brazilian spreadsheet wants it. */
export async function* auditCsv(parts: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<string> {
  yield `\uFEFF${lineOf(HEADINGS)}`;
  for await (const entries of parts) {
    yield entries
      .map(({ at, user, action, subject, details, address, request_id: requestId }) =>
        lineOf([at, user?.name, user?.email, action, subject, details, address, requestId]),
      )
      .join('');
  }
}

function lineOf(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map((cell) => `"${harmless(cell ?? '').replaceAll('"', '""')}"`).join(';')}\r\n`;
}

/** A spreadsheet takes a cell that begins so for a formula, and runs it. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
