import * as calls from '../../../contract/rest/dynamic-settings.ts';
import type { DynamicSetting as WireSetting } from '../../../contract/rest/dynamic-settings.ts';
import type { DynamicSetting } from '../../machines/entities/support.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['settings', 'supportContact', 'userSettings'];

/** The company's settings, unpaged, and its support contact. */
export function settingLists(parts: CallParts): Pick<ListSources, 'settings' | 'supportContact'> {
  const { gateway } = parts;
  return {
    settings: async () => {
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.dynamicSettings, {}));
      return mapped(result, (settings) => ({
        list: 'settings',
        rows: settings.map(settingOf),
        total: settings.length,
      }));
    },
    supportContact: async () => {
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.supportContact, {}));
      return mapped(result, ({ company, operator = '' }) => ({
        list: 'supportContact',
        rows: [{ company, operator }],
        total: 1,
      }));
    },
  };
}

/** Sets a setting (the form's key), or resets it to its default. */
export function settingForms(parts: CallParts): Pick<FormSources, 'setting' | 'setting.revert'> {
  const { gateway } = parts;

  async function save(key: string, value: FormValue | undefined, version: string | null): Promise<Result<Saved>> {
    const input = parseValues(calls.setDynamicSetting.body, { key, value: value ?? null, version });
    if (!input.ok) return input;
    const request = { params: { key }, body: input.answer };
    const result = await gateway.request(restRequest(parts, 'form.save', calls.setDynamicSetting, request));
    return mapped(result, (setting) => ({ id: key, version: setting.version, lists: LISTS }));
  }

  return {
    setting: {
      load: async (key) => {
        const result = await gateway.request(restRequest(parts, 'form.load', calls.dynamicSettings, {}));
        if (!result.ok) return result;
        const setting = result.answer.find((each) => each.key === key);
        if (setting === undefined) return { ok: false, failure: NOT_FOUND };
        return { ok: true, answer: { values: { value: setting.value }, version: setting.version } };
      },
      save: (key, { value }, version) =>
        // Clearing a number doesn't reset it.
        value === null ? Promise.resolve({ ok: false, failure: EMPTY }) : save(key, value, version),
    },
    'setting.revert': { save: (key, _values, version) => save(key, null, version) },
  };
}

const EMPTY = {
  code: 'INVALID',
  key: 'error.form.invalid',
  params: {},
  fields: { value: 'error.field.required' },
  requestId: null,
} as const;

function settingOf(setting: WireSetting): DynamicSetting {
  return {
    id: setting.key,
    group: setting.group,
    type: setting.type,
    unit: setting.unit,
    min: setting.min,
    max: setting.max,
    options: setting.options ?? [],
    usual: setting.default,
    value: setting.value,
    isUsual: setting.is_default,
    changedBy: setting.changed_by?.name ?? null,
    changedAt: setting.changed_at === null ? null : Date.parse(setting.changed_at),
    version: setting.version,
  };
}
