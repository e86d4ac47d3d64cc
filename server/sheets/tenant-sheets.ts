import type { MessageStatus } from '../../contract/facts/administration.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import { catalogueWords } from '../catalogue-words.ts';
import type { InstanceLogRow, OrderRow, StatusRow } from '../domain/tenants/sheet-rows.ts';
import { heading } from './sheet.ts';
import type { Column, Heading, Sheet } from './sheet.ts';

type Kind = Column<unknown>['kind'];
const WIDTHS: Readonly<Record<Kind, number>> = { text: 24, number: 14, moment: 20 };

function column<Row>(of: Column<Row>['of'], pt: string, en: string, kind: Kind = 'text'): Column<Row> {
  return { heading: heading(pt, en), kind, width: WIDTHS[kind], of };
}

/** A ticket per row. */
export function ordersSheetOf(rows: AsyncIterable<OrderRow>): Sheet<OrderRow> {
  return {
    name: heading('Atendimentos', 'Tickets'),
    fileName: 'atendimentos',
    columns: [
      column((row) => row.tenant, 'Empresa', 'Company'),
      column((row) => row.protocol, 'Protocolo', 'Protocol'),
      column((row) => row.customer, 'Cliente', 'Customer'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => row.attendant, 'Atendente', 'Attendant'),
      column((row) => row.instance, 'Instância', 'Instance'),
      column((row) => row.department, 'Departamento', 'Department'),
      column((row) => row.openedAt, 'Aberto em', 'Opened at', 'moment'),
      column((row) => row.finishedAt, 'Finalizado em', 'Finished at', 'moment'),
      column((row) => row.firstResponseAt, 'Primeira resposta em', 'First response at', 'moment'),
      column(
        (row) => row.firstResponseSeconds,
        'Espera até a primeira resposta (s)',
        'First response after (s)',
        'number',
      ),
    ],
    rows,
  };
}

const ACTIONS: Readonly<Record<InstanceLogRow['what'], Heading>> = {
  created: heading('Criada', 'Created'),
  activated: heading('Ativada', 'Activated'),
  deactivated: heading('Desativada', 'Deactivated'),
  credentials: heading('Credenciais alteradas', 'Credentials changed'),
  connected: heading('Conectada', 'Connected'),
  disconnected: heading('Desconectada', 'Disconnected'),
  synced: heading('Sincronizada', 'Synced'),
};

/** A reason without a text on the screens, or only one with the provider's code. */
const SOME_REASON = heading('O WhatsApp recusou o acesso', 'WhatsApp refused access');
const SYSTEM = heading('Sistema', 'System');
const BACKOFFICE = heading('Back-office', 'Back-office');
/** Actions without an actor, which the system notices. */
const BY_SYSTEM: ReadonlySet<InstanceLogRow['what']> = new Set(['connected', 'disconnected', 'synced']);

/** An entry of the instance log per row, in the reader's language. */
export function instanceLogsSheetOf(rows: AsyncIterable<InstanceLogRow>, locale: Locale): Sheet<InstanceLogRow> {
  const words = catalogueWords(locale);
  const reasonOf = (key: string | null) => (key === null ? null : (words.get(key) ?? SOME_REASON[locale]));
  return {
    name: heading('Instâncias', 'Instances'),
    fileName: 'instancias',
    columns: [
      column((row) => row.tenant, 'Empresa', 'Company'),
      column((row) => row.at, 'Momento', 'At', 'moment'),
      column((row) => row.instance, 'Instância', 'Instance'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => ACTIONS[row.what][locale], 'O que houve', 'What happened'),
      column((row) => reasonOf(row.reasonKey), 'Motivo', 'Reason'),
      column((row) => row.user ?? (BY_SYSTEM.has(row.what) ? SYSTEM : BACKOFFICE)[locale], 'Por quem', 'By'),
    ],
    rows,
  };
}

const STATUSES: Readonly<Record<MessageStatus, Heading>> = {
  sent: heading('Enviada', 'Sent'),
  delivered: heading('Entregue', 'Delivered'),
  read: heading('Lida', 'Read'),
  failed: heading('Não entregue', 'Not delivered'),
};

/** A message per row. */
export function statusSheetOf(rows: AsyncIterable<StatusRow>, type: MessageStatus, locale: Locale): Sheet<StatusRow> {
  return {
    name: heading('Campanhas', 'Campaigns'),
    fileName: `campanhas-${type}`,
    columns: [
      column((row) => row.campaign, 'Campanha', 'Campaign'),
      column((row) => row.providerId, 'Identificador no provedor', 'Provider id'),
      column((row) => row.customer, 'Cliente', 'Customer'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => row.instance, 'Instância', 'Instance'),
      column((row) => row.sentAt, 'Enviada em', 'Sent at', 'moment'),
      column(() => STATUSES[type][locale], 'Situação', 'Status'),
      column((row) => row.errorCode, 'Erro', 'Error'),
    ],
    rows,
  };
}
