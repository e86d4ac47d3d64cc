import type { SheetLocale } from '../../contract/rest/sheets.ts';
import type { InstanceLogRow, OrderRow, StatusRow } from '../domain/tenants/sheet-rows.ts';
import { heading } from './sheet.ts';
import type { Column, Heading, Sheet } from './sheet.ts';

type Kind = Column<unknown>['kind'];
const WIDTHS: Readonly<Record<Kind, number>> = { text: 24, number: 14, moment: 20 };

function column<Row>(of: Column<Row>['of'], pt: string, en: string, kind: Kind = 'text'): Column<Row> {
  return { heading: heading(pt, en), kind, width: WIDTHS[kind], of };
}

/** A ticket a row. */
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

const DEEDS: Readonly<Record<InstanceLogRow['what'], Heading>> = {
  created: heading('Criada', 'Created'),
  activated: heading('Ativada', 'Activated'),
  deactivated: heading('Desativada', 'Deactivated'),
  credentials: heading('Credenciais alteradas', 'Credentials changed'),
  connected: heading('Conectada', 'Connected'),
  disconnected: heading('Desconectada', 'Disconnected'),
  synced: heading('Sincronizada', 'Synced'),
};

/** What happened to an instance a row. */
export function instanceLogsSheetOf(rows: AsyncIterable<InstanceLogRow>, locale: SheetLocale): Sheet<InstanceLogRow> {
  return {
    name: heading('Instâncias', 'Instances'),
    fileName: 'instancias',
    columns: [
      column((row) => row.tenant, 'Empresa', 'Company'),
      column((row) => row.at, 'Momento', 'At', 'moment'),
      column((row) => row.instance, 'Instância', 'Instance'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => DEEDS[row.what][locale], 'O que houve', 'What happened'),
      column((row) => row.reasonKey, 'Motivo', 'Reason'),
      column((row) => row.user, 'Por quem', 'By'),
    ],
    rows,
  };
}

/** A message a row. */
export function statusSheetOf(rows: AsyncIterable<StatusRow>, type: string): Sheet<StatusRow> {
  return {
    name: heading('Campanhas', 'Campaigns'),
    fileName: `campanhas-${type}`,
    columns: [
      column((row) => row.id, 'Mensagem', 'Message'),
      column((row) => row.providerId, 'Identificador no provedor', 'Provider id'),
      column((row) => row.customer, 'Cliente', 'Customer'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => row.instance, 'Instância', 'Instance'),
      column((row) => row.sentAt, 'Enviada em', 'Sent at', 'moment'),
      column(() => type, 'Situação', 'Status'),
      column((row) => row.errorCode, 'Erro', 'Error'),
    ],
    rows,
  };
}
