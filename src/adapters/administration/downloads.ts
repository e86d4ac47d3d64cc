import type { RestCall } from '../../../contract/rest/call.ts';
import { auditSheet } from '../../../contract/rest/audit-sheet.ts';
import { groupsSheet, ticketsSheet } from '../../../contract/rest/report-sheets.ts';
import { campaignStatusSheet, instanceLogsSheet, ordersSheet } from '../../../contract/rest/sheets.ts';
import { termsPdf } from '../../../contract/rest/terms-of-use.ts';
import { whatsappProtocolPdf } from '../../../contract/rest/whatsapp-protocol.ts';
import type { FormValue, FormValues } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { takeFile } from './files.ts';
import type { FileInput } from './files.ts';
import { parseValues } from './sources.ts';
import type { Course, FormSources, Result, Saved } from './sources.ts';

/**
 * Files to take. The key is one of `report.groups`, `report.tickets`, `orders`, `instance_logs`,
 * `campaign_status` (of which `types` are several, a file each), `audit`, `protocol` and `terms`; the values are what its
 * call wants, where nothing is null.
 */
export function downloadForms(parts: CallParts): Pick<FormSources, 'download'> {
  async function take<Body extends FileInput>(
    call: RestCall<Body, string>,
    values: FormValues,
    course: Course,
  ): Promise<Result<Saved>> {
    const input = parseValues(call.body, withoutNothing(values));
    if (!input.ok) return input;
    const result = await takeFile(parts, call, input.answer, course);
    return result.ok ? saved(result.answer) : result;
  }

  /** One call a status. What was saved before one fails stays saved. */
  async function takeStatuses(
    types: FormValue | undefined,
    values: FormValues,
    course: Course,
  ): Promise<Result<Saved>> {
    const chosen: readonly FormValue[] = Array.isArray(types) ? types : [];
    let last: Result<Saved> = { ok: false, failure: NO_TYPE };
    for (const type of chosen) {
      last = await take(campaignStatusSheet, { ...values, type }, course);
      if (!last.ok || course.signal.aborted) return last;
    }
    return last;
  }

  async function takeOfTenant({ sheet, types, ...values }: FormValues, course: Course): Promise<Result<Saved>> {
    switch (sheet) {
      case 'orders':
        return take(ordersSheet, values, course);
      case 'instance_logs':
        return take(instanceLogsSheet, values, course);
      case 'campaign_status':
        return takeStatuses(types, values, course);
      default:
        return { ok: false, failure: NOT_FOUND };
    }
  }

  return {
    download: {
      save: async (key, values, _, course) => {
        switch (key) {
          case 'report.groups':
            return take(groupsSheet, values, course);
          case 'report.tickets':
            return take(ticketsSheet, values, course);
          case 'tenant':
            return takeOfTenant(values, course);
          case 'audit':
            return take(auditSheet, values, course);
          case 'protocol':
            return take(whatsappProtocolPdf, values, course);
          case 'terms':
            return take(termsPdf, values, course);
          default:
            return { ok: false, failure: NOT_FOUND };
        }
      },
    },
  };
}

const NO_TYPE = {
  code: 'INVALID',
  key: 'error.form.invalid',
  params: {},
  fields: { types: 'error.sheet.types' },
  requestId: null,
} as const;

function withoutNothing(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

/** `id` is the file's name. */
function saved(id: string): Result<Saved> {
  return { ok: true, answer: { id, version: null, lists: [] } };
}
