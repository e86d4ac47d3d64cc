import type { CustomerField } from '../../contract/entities/customer-field.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import type { BlockedRows, SheetBlocked } from '../domain/customers/blocked-sheet-rows.ts';
import type { CustomerRows, SheetCustomer } from '../domain/customers/customer-sheet-rows.ts';
import type { RefusedRow, RefusedRows } from '../domain/imports/list-imports.ts';
import { catalogueWords } from '../catalogue-words.ts';
import { heading } from './sheet.ts';
import type { Cell, Column, Heading, Sheet } from './sheet.ts';

const YES = heading('Sim', 'Yes');
const NO = heading('Não', 'No');
const SAID: Readonly<Record<string, Heading>> = {
  granted: heading('Permitiu', 'Allowed'),
  revoked: heading('Pediu para sair', 'Opted out'),
};

/** A customer per row, with the company's own fields. */
export function customersSheetOf({ fields, rows, wall }: CustomerRows, locale: Locale): Sheet<SheetCustomer> {
  const text = (of: (row: SheetCustomer) => Cell, pt: string, en: string, width = 24): Column<SheetCustomer> => ({
    heading: heading(pt, en),
    kind: 'text',
    width,
    of,
  });
  const said = (kind: string | null) => (kind === null ? null : (SAID[kind]?.[locale] ?? null));
  return {
    name: heading('Clientes', 'Customers'),
    fileName: 'clientes',
    columns: [
      text((row) => row.name, 'Nome', 'Name', 32),
      text((row) => row.phone, 'Telefone', 'Phone', 18),
      text((row) => row.email, 'E-mail', 'E-mail', 28),
      text((row) => row.tags, 'Etiquetas', 'Tags'),
      text((row) => said(row.whatsapp), 'Ofertas no WhatsApp', 'Offers on WhatsApp', 20),
      text((row) => said(row.sms), 'Ofertas por SMS', 'Offers by SMS', 20),
      text((row) => (row.isBlocked ? YES : NO)[locale], 'Bloqueado', 'Blocked', 12),
      { heading: heading('Criado em', 'Created at'), kind: 'moment', width: 20, of: (row) => wall(row.createdAt) },
      ...fields.map((field) => fieldColumn(field, locale)),
      text((row) => row.timezone, 'Fuso horário', 'Time zone'),
      text((row) => row.note, 'Observação', 'Note', 40),
    ],
    rows,
  };
}

function fieldColumn({ id, name, type }: CustomerField, locale: Locale): Column<SheetCustomer> {
  const own = heading(name, name);
  const valueOf = ({ values }: SheetCustomer) => values[id] ?? null;
  if (type === 'number') {
    return { heading: own, kind: 'number', width: 16, of: (row) => numberOf(valueOf(row)) };
  }
  const of = (row: SheetCustomer): Cell => {
    const value = valueOf(row);
    if (value === null) return null;
    if (type === 'boolean') return (value === '1' ? YES : NO)[locale];
    return type === 'date' && locale !== 'en' ? value.split('-').toReversed().join('/') : value;
  };
  return { heading: own, kind: 'text', width: 20, of };
}

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}

/** A blocked number per row. */
export function blockedSheetOf({ rows, wall }: BlockedRows): Sheet<SheetBlocked> {
  const text = (of: (row: SheetBlocked) => Cell, pt: string, en: string, width: number): Column<SheetBlocked> => ({
    heading: heading(pt, en),
    kind: 'text',
    width,
    of,
  });
  return {
    name: heading('Contatos bloqueados', 'Blocked contacts'),
    fileName: 'contatos-bloqueados',
    columns: [
      text((row) => row.phone, 'Número', 'Number', 18),
      text((row) => row.customer, 'Cliente', 'Customer', 32),
      text((row) => row.reason, 'Motivo', 'Reason', 40),
      text((row) => row.by, 'Quem bloqueou', 'Blocked by', 28),
      { heading: heading('Quando', 'When'), kind: 'moment', width: 20, of: (row) => wall(row.at) },
    ],
    rows,
  };
}

/** The rows that an import refused, as the file has them, each with its line and why. */
export function refusedSheetOf({ headings, rows }: RefusedRows, locale: Locale): Sheet<RefusedRow> {
  const words = catalogueWords(locale);
  return {
    name: heading('Linhas recusadas', 'Refused rows'),
    fileName: 'linhas-recusadas',
    columns: [
      { heading: heading('Linha', 'Row'), kind: 'number', width: 10, of: ({ line }) => line },
      {
        heading: heading('Motivo', 'Reason'),
        kind: 'text',
        width: 40,
        of: ({ reason }) => words.get(`imports.refused.${reason}`) ?? reason,
      },
      ...headings.map((name, at): Column<RefusedRow> => ({
        heading: heading(name, name),
        kind: 'text',
        width: 24,
        of: ({ cells }) => cells[at] ?? null,
      })),
    ],
    rows,
  };
}
