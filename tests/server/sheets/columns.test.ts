import { expect, test } from 'vitest';
import type { Locale } from '../../../contract/facts/locales.ts';
import { csvOf } from '../../../server/sheets/csv.ts';
import { auditSheetOf } from '../../../server/sheets/audit-sheet.ts';
import { recipientsSheetOf } from '../../../server/sheets/campaign-sheet.ts';
import { customersSheetOf } from '../../../server/sheets/customer-sheets.ts';
import { groupsSheetOf, ticketsSheetOf } from '../../../server/sheets/report-sheets.ts';
import type { Sheet } from '../../../server/sheets/sheet.ts';
import { instanceLogsSheetOf, ordersSheetOf, statusSheetOf } from '../../../server/sheets/tenant-sheets.ts';

async function* oneOf<Row>(row: Row): AsyncIterable<Row> {
  yield row;
}

/** The first row, each cell under its heading. */
async function firstRow<Row>(sheet: Sheet<Row>, locale: Locale): Promise<Record<string, string>> {
  let text = '';
  for await (const piece of csvOf(sheet, locale)) text += piece;
  const [headings = [], cells = []] = text
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/u, '$1')));
  expect(cells).toHaveLength(headings.length);
  return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
}

const numbers = {
  opened: 1,
  finished: 2,
  first_responses: 3,
  first_response_median_ms: 4_000,
  first_response_average_ms: 5_000,
  handled: 6,
  handling_average_ms: 7_000,
  answers: 8,
  waiting_average_ms: 9_000,
  messages_in: 10,
  messages_out: 11,
};

test('a report’s groups: every number under its name', async () => {
  const rows = { groups: [{ key: '2026-03-10', name: null, numbers }], total: numbers };
  expect(await firstRow(groupsSheetOf(rows, 'day', 'pt_BR'), 'pt_BR')).toEqual({
    Dia: '10/03/2026',
    'Atendimentos abertos': '1',
    'Atendimentos finalizados': '2',
    'Primeiras respostas': '3',
    'Primeira resposta, mediana (s)': '4',
    'Primeira resposta, média (s)': '5',
    'Finalizados com atendente': '6',
    'Tempo médio de atendimento (s)': '7',
    Respostas: '8',
    'Tempo médio de espera (s)': '9',
    'Mensagens recebidas': '10',
    'Mensagens enviadas': '11',
  });
});

test('a report’s tickets: every fact under its name', async () => {
  const ticket = {
    id: '1',
    protocol: 'P-1',
    customer: { id: '2', name: 'Luciana' },
    user: { id: '3', name: 'Bruno' },
    instance: { id: '4', name: 'Vendas' },
    started_at: '2026-03-10 10:00:00',
    finished_at: '2026-03-10 11:00:00',
    waiting_since: '2026-03-10 10:30:00',
    first_response_ms: 12_000,
    handling_ms: 13_000,
    messages_in: 14,
    messages_out: 15,
    outcome: 'Venda feita',
  };
  expect(await firstRow(ticketsSheetOf({ tickets: oneOf(ticket), wall: (at) => at }), 'en')).toEqual({
    Protocol: 'P-1',
    Customer: 'Luciana',
    Attendant: 'Bruno',
    Instance: 'Vendas',
    'Opened at': '2026-03-10 10:00:00',
    'Finished at': '2026-03-10 11:00:00',
    'Waiting since': '2026-03-10 10:30:00',
    'First response (s)': '12',
    'Handling time (s)': '13',
    'Messages received': '14',
    'Messages sent': '15',
    Outcome: 'Venda feita',
  });
});

test('the back-office’s tickets: every fact under its name', async () => {
  const order = {
    tenant: 'Aurora',
    protocol: 'P-1',
    customer: 'Luciana',
    phone: '5511987654321',
    attendant: 'Bruno',
    instance: 'Vendas',
    department: 'Comercial',
    openedAt: '2026-03-10 10:00:00',
    finishedAt: '2026-03-10 11:00:00',
    firstResponseAt: '2026-03-10 10:01:30',
    firstResponseSeconds: 90.4,
  };
  expect(await firstRow(ordersSheetOf(oneOf(order)), 'pt_BR')).toEqual({
    Empresa: 'Aurora',
    Protocolo: 'P-1',
    Cliente: 'Luciana',
    Telefone: '5511987654321',
    Atendente: 'Bruno',
    Instância: 'Vendas',
    Departamento: 'Comercial',
    'Aberto em': '10/03/2026 10:00:00',
    'Finalizado em': '10/03/2026 11:00:00',
    'Primeira resposta em': '10/03/2026 10:01:30',
    'Espera até a primeira resposta (s)': '90,4',
  });
});

test('an instance’s log: every fact under its name', async () => {
  const log = {
    tenant: 'Aurora',
    at: '2026-03-10 10:00:00',
    instance: 'Vendas',
    phone: '551140000001',
    what: 'activated',
    reasonKey: null,
    user: 'Ana',
  } as const;
  expect(await firstRow(instanceLogsSheetOf(oneOf(log), 'en'), 'en')).toEqual({
    Company: 'Aurora',
    At: '2026-03-10 10:00:00',
    Instance: 'Vendas',
    Phone: '551140000001',
    'What happened': 'Activated',
    Reason: '',
    By: 'Ana',
  });
});

test('messages by their status: every fact under its name', async () => {
  const message = {
    campaign: 'Volta',
    providerId: 'wamid.7',
    customer: 'Luciana',
    phone: '5511987654321',
    instance: 'Vendas',
    sentAt: '2026-03-10 10:00:00',
    errorCode: '131047',
  };
  expect(await firstRow(statusSheetOf(oneOf(message), 'failed', 'pt_BR'), 'pt_BR')).toEqual({
    Campanha: 'Volta',
    'Identificador no provedor': 'wamid.7',
    Cliente: 'Luciana',
    Telefone: '5511987654321',
    Instância: 'Vendas',
    'Enviada em': '10/03/2026 10:00:00',
    Situação: 'Não entregue',
    Erro: '131047',
  });
});

test('customers: every fact under its name, own fields before the note', async () => {
  const field = { options: [], position: 0, version: '1' };
  const fields = [
    { ...field, id: '1', name: 'Pontos', type: 'number' as const },
    { ...field, id: '2', name: 'Aniversário', type: 'date' as const },
    { ...field, id: '3', name: 'Sócio', type: 'boolean' as const },
    { ...field, id: '4', name: 'Plano', type: 'text' as const },
  ];
  const customer = {
    id: '7',
    key: 'luciana',
    name: 'Luciana',
    phone: '5511987654321',
    email: 'lu@exemplo.com.br',
    note: 'Prefere a tarde',
    timezone: 'America/Manaus',
    tags: 'VIP',
    whatsapp: 'granted',
    sms: 'revoked',
    isBlocked: true,
    createdAt: '2026-03-10 10:00:00',
    values: { 1: '12', 2: '1990-05-31', 3: '1', 4: 'Ouro' },
  };
  const wall = (at: string): string => at;
  expect(await firstRow(customersSheetOf({ fields, rows: oneOf(customer), wall }, 'pt_BR'), 'pt_BR')).toEqual({
    Nome: 'Luciana',
    Telefone: '5511987654321',
    'E-mail': 'lu@exemplo.com.br',
    Etiquetas: 'VIP',
    'Ofertas no WhatsApp': 'Permitiu',
    'Ofertas por SMS': 'Pediu para sair',
    Bloqueado: 'Sim',
    'Criado em': '10/03/2026 10:00:00',
    Pontos: '12',
    Aniversário: '31/05/1990',
    Sócio: 'Sim',
    Plano: 'Ouro',
    'Fuso horário': 'America/Manaus',
    Observação: 'Prefere a tarde',
  });
});

test('a campaign’s recipients: every fact under its name', async () => {
  const recipient = {
    customer: 'Luciana',
    phone: '5511987654321',
    instance: 'Vendas',
    batch: 2,
    message: 'promo_inverno',
    state: 'failed' as const,
    skipReason: null,
    errorCode: '131026',
    errorKey: 'campaign.recipient.failed.why',
    sentAt: '2026-03-10 10:00:00',
    answeredAt: '2026-03-10 11:00:00',
  };
  expect(await firstRow(recipientsSheetOf(oneOf(recipient), 'pt_BR'), 'pt_BR')).toEqual({
    Cliente: 'Luciana',
    Telefone: '5511987654321',
    Instância: 'Vendas',
    Parte: '2',
    Mensagem: 'promo_inverno',
    Estado: 'Falhou',
    Motivo: 'A mensagem foi recusada.',
    Código: '131026',
    'Enviada em': '10/03/2026 10:00:00',
    'Respondeu em': '10/03/2026 11:00:00',
  });
});

test('the audit: every fact under its name', async () => {
  const entry = {
    id: '1',
    at: '2026-03-10 10:00:00',
    user: { id: '3', name: 'Bruno', email: 'bruno@aurora.example' },
    action: 'login',
    subject: null,
    details: '{}',
    names: [],
    address: '10.0.0.7',
    request_id: 'req-1',
  };
  const rows = { parts: oneOf([entry]), timezone: 'America/Sao_Paulo', wall: (at: string) => at };
  expect(await firstRow(auditSheetOf(rows, 'en'), 'en')).toEqual({
    'At (America/Sao_Paulo)': '2026-03-10 10:00:00',
    Person: 'Bruno',
    'E-mail': 'bruno@aurora.example',
    Action: 'Logged in',
    Subject: '',
    Details: '',
    Address: '10.0.0.7',
    'Request code': 'req-1',
  });
});
