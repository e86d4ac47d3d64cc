import type { RestCall } from '../../../contract/rest/call.ts';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { auditSheet } from '../../../contract/rest/audit-sheet.ts';
import { conversationExport } from '../../../contract/rest/conversation-export.ts';
import { blockedSheet } from '../../../contract/rest/blocked-contacts.ts';
import { customersSheet, refusedSheet } from '../../../contract/rest/customer-imports.ts';
import { customerExport } from '../../../contract/rest/customer-export.ts';
import { campaignsSheet, customerGroupsSheet, templatesSheet } from '../../../contract/rest/list-sheets.ts';
import { groupsSheet, ticketsSheet } from '../../../contract/rest/report-sheets.ts';
import { campaignStatusSheet, instanceLogsSheet, ordersSheet } from '../../../contract/rest/sheets.ts';
import { termsPdf } from '../../../contract/rest/terms-of-use.ts';
import { whatsappProtocolPdf } from '../../../contract/rest/whatsapp-protocol.ts';
import type { FormValue, ValuesOf } from '../../machines/entities/forms.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { saveFile } from '../desktop/save-file.ts';
import { downloadFile } from './files.ts';
import type { FileInput } from './files.ts';
import { parseValues } from './sources.ts';
import type { SaveControl, FormSources, Result, Saved } from './sources.ts';

/**
 * Downloads. The key is one of `report.groups`, `report.tickets`, `orders`, `instance_logs`, `campaign_status` (one
 * file for each of `types`), `audit`, `protocol`, `conversation`, `campaign`, `campaigns`, `customer_groups`,
 * `message_templates`, `customer`, `customers`, `blocked`, `refused` and `terms`; the values are the call's parameters, without nulls. For `rows` they are the file itself.
 */
export function downloadForms(parts: CallParts): Pick<FormSources, 'download'> {
  async function take<Body extends FileInput>(
    call: RestCall<Body, string>,
    values: ValuesOf<'download'>,
    control: SaveControl,
  ): Promise<Result<Saved>> {
    const input = parseValues(call.body, withoutNothing(values));
    if (!input.ok) return input;
    const result = await downloadFile(parts, call, input.answer, control);
    return result.ok ? saved(result.answer) : result;
  }

  /** One call per status. Files saved before a failure stay. */
  async function downloadStatuses(
    types: FormValue | undefined,
    values: ValuesOf<'download'>,
    control: SaveControl,
  ): Promise<Result<Saved>> {
    const chosen: readonly FormValue[] = Array.isArray(types) ? types : [];
    let last: Result<Saved> = { ok: false, failure: NO_TYPE };
    for (const type of chosen) {
      last = await take(campaignStatusSheet, { ...values, type }, control);
      if (!last.ok || control.signal.aborted) return last;
    }
    return last;
  }

  async function takeOfTenant(
    { sheet, types, ...values }: ValuesOf<'download'>,
    control: SaveControl,
  ): Promise<Result<Saved>> {
    switch (sheet) {
      case 'orders':
        return take(ordersSheet, values, control);
      case 'instance_logs':
        return take(instanceLogsSheet, values, control);
      case 'campaign_status':
        return downloadStatuses(types, values, control);
      default:
        return { ok: false, failure: NOT_FOUND };
    }
  }

  return {
    download: {
      save: async (key, values, _, control) => {
        switch (key) {
          case 'report.groups':
            return take(groupsSheet, values, control);
          case 'report.tickets':
            return take(ticketsSheet, values, control);
          case 'tenant':
            return takeOfTenant(values, control);
          case 'audit':
            return take(auditSheet, values, control);
          case 'protocol':
            return take(whatsappProtocolPdf, values, control);
          case 'conversation':
            return take(conversationExport, values, control);
          case 'campaign':
            return take(campaignSheet, values, control);
          case 'campaigns':
            return take(campaignsSheet, values, control);
          case 'customer_groups':
            return take(customerGroupsSheet, values, control);
          case 'message_templates':
            return take(templatesSheet, values, control);
          case 'customer':
            return take(customerExport, values, control);
          case 'customers':
            return take(customersSheet, values, control);
          case 'blocked':
            return take(blockedSheet, values, control);
          case 'rows':
            return saveRows(parts, values);
          case 'refused':
            return take(refusedSheet, values, control);
          case 'terms':
            return take(termsPdf, values, control);
          default:
            return { ok: false, failure: NOT_FOUND };
        }
      },
    },
  };
}

/** Saves rows that the page already has, as Brazilian spreadsheets expect them. */
function saveRows({ environment }: CallParts, { rows, file_name: name }: ValuesOf<'download'>): Result<Saved> {
  if (!Array.isArray(rows) || typeof name !== 'string') return { ok: false, failure: NOT_FOUND };
  const lines = rows.map((cells: FormValue) => (Array.isArray(cells) ? cells.map(cellOf).join(';') : ''));
  saveFile(environment, new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv; charset=utf-8' }), name);
  return saved(name);
}

/** Prevents a spreadsheet from interpreting a cell as a formula. */
function cellOf(value: FormValue): string {
  const text = (typeof value === 'string' ? value : '').replaceAll('"', '""');
  return `"${/^\s*[=+\-@|]/u.test(text) ? "'" : ''}${text}"`;
}

const NO_TYPE = {
  code: 'INVALID',
  key: 'error.form.invalid',
  params: {},
  fields: { types: 'error.sheet.types' },
  requestId: null,
} as const;

function withoutNothing(values: ValuesOf<'download'>): ValuesOf<'download'> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

/** `id` is the file's name. */
function saved(id: string): Result<Saved> {
  return { ok: true, answer: { id, version: null, lists: [] } };
}
