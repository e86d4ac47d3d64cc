import { maintenance, maintenanceChangeSchema, setMaintenance } from '../../../contract/rest/maintenance.ts';
import type { Maintenance as WireMaintenance } from '../../../contract/rest/maintenance.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const momentOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** The maintenance state; without a token, which might need a refresh. */
export function maintenanceLists(parts: CallParts): Pick<ListSources, 'maintenance'> {
  return {
    maintenance: async () => {
      const result = await parts.gateway.request(restRequest(parts, 'list.fetch', maintenance, {}, 'none'));
      return mapped(result, ({ on, message, ends_at: endsAt }) => ({
        list: 'maintenance',
        rows: [{ on, message, endsAt: momentOf(endsAt) }],
        total: 1,
      }));
    },
  };
}

/** Turns maintenance on and off, for the back-office. Field names are the wire's; `minutes` is the time left. */
export function maintenanceForms(parts: CallParts): Pick<FormSources, 'maintenance'> {
  const { gateway, environment } = parts;
  const valuesOf = ({ on, message, ends_at: endsAt }: WireMaintenance) => {
    const left = endsAt === null ? null : Math.ceil((Date.parse(endsAt) - environment.now()) / 60_000);
    return { on, message, minutes: left === null || left < 1 ? null : left };
  };
  return {
    maintenance: {
      load: async () => {
        const result = await gateway.request(restRequest(parts, 'form.load', maintenance, {}));
        return mapped(result, (answer) => ({ values: valuesOf(answer), version: answer.version }));
      },
      save: async (key, values, version) => {
        const input = parseValues(maintenanceChangeSchema, { ...values, version });
        if (!input.ok) return input;
        const request = { body: input.answer };
        const result = await gateway.request(restRequest(parts, 'form.save', setMaintenance, request));
        return mapped(result, (answer) => ({ id: key, version: answer.version, lists: ['maintenance'] }));
      },
    },
  };
}
