import type { Locale } from '../../contract/facts/locales.ts';
import { catalogueWords } from '../catalogue-words.ts';
import type { RecipientRow } from '../domain/campaigns/recipients.ts';
import { heading } from './sheet.ts';
import type { Column, Sheet } from './sheet.ts';

function column(of: Column<RecipientRow>['of'], pt: string, en: string, width = 24): Column<RecipientRow> {
  return { heading: heading(pt, en), kind: 'text', width, of };
}

/** A recipient per row, in the reader's language. */
export function recipientsSheetOf(rows: AsyncIterable<RecipientRow>, locale: Locale): Sheet<RecipientRow> {
  const words = catalogueWords(locale);
  const reasonOf = ({ skipReason, errorKey, errorCode }: RecipientRow) => {
    if (skipReason !== null) return words.get(`campaign.skip.${skipReason}`) ?? skipReason;
    return errorKey === null ? null : (words.get(errorKey) ?? errorCode);
  };
  return {
    name: heading('Destinatários', 'Recipients'),
    fileName: 'campanha',
    columns: [
      column((row) => row.customer, 'Cliente', 'Customer'),
      column((row) => row.phone, 'Telefone', 'Phone'),
      column((row) => row.instance, 'Instância', 'Instance'),
      { ...column((row) => row.batch, 'Parte', 'Part', 8), kind: 'number' },
      column((row) => row.message, 'Mensagem', 'Message', 32),
      column((row) => words.get(`campaign.recipient.${row.state}`) ?? row.state, 'Estado', 'State'),
      column(reasonOf, 'Motivo', 'Reason', 48),
      column((row) => row.errorCode, 'Código', 'Code', 12),
      { ...column((row) => row.sentAt, 'Enviada em', 'Sent at', 20), kind: 'moment' },
      { ...column((row) => row.answeredAt, 'Respondeu em', 'Answered at', 20), kind: 'moment' },
    ],
    rows,
  };
}
