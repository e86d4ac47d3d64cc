import { useSelector } from '@xstate/react';
import { VARIABLE_SOURCES } from '../../../../contract/facts/campaigns.ts';
import { cardFileKey, isFileKey, variablesOf } from '../../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import type { FormFields, FormValue, FormValues } from '../../../machines/entities/forms.ts';
import { variablesIn } from '../../attendance/templates/variable-label.ts';
import type { OpenForm } from '../form/form-context.tsx';

/** The message of a campaign or batch. */
export interface MessageValues {
  readonly templateId: string | null;
  readonly message: string | null;
  readonly file: { readonly id: string; readonly name: string } | null;
  readonly variables: readonly CampaignVariable[];
}

/** A batch's own message; the first batch has the campaign's. */
export interface PartValues extends MessageValues {
  readonly batch: number;
}

/** A change of it, by the form's field names. */
export type MessageChange = Readonly<
  Partial<Record<'template_id' | 'message' | 'file_id' | 'file_name' | 'variables', FormValue>>
>;

/** The values of a draft that several steps show. */
export interface CampaignValues extends MessageValues {
  readonly name: string;
  readonly instanceIds: readonly string[];
  /** The channel of the instances that it was loaded with. */
  readonly loadedChannel: string | null;
  readonly audienceId: string | null;
  readonly groupId: string | null;
  readonly parts: readonly PartValues[];
  readonly startsAt: number | null;
  readonly window: { readonly from: number | null; readonly to: number | null };
  readonly perMinute: number | null;
  readonly batches: readonly number[];
  readonly batchMinutes: number | null;
}

const nothing: FormValues = {};

export function useCampaignValues({ actor }: Pick<OpenForm, 'actor'>): CampaignValues {
  const values = useSelector(actor, (snapshot) => snapshot?.context.values ?? nothing);
  const valueOf = (name: FormFields['campaign']) => values[name] ?? null;
  const startsAt = textOf(valueOf('starts_at'));
  return {
    name: textOf(valueOf('name')) ?? '',
    instanceIds: listOf(valueOf('instance_ids')).flatMap((id) => textOf(id) ?? []),
    loadedChannel: textOf(valueOf('channel')),
    audienceId: textOf(valueOf('audience_id')),
    groupId: textOf(valueOf('group_id')),
    ...messageIn(values),
    parts: partsIn(valueOf('part_messages')),
    startsAt: startsAt === null ? null : Date.parse(startsAt),
    window: { from: numberOf(valueOf('window_from')), to: numberOf(valueOf('window_to')) },
    perMinute: numberOf(valueOf('per_minute')),
    batches: sharesIn(valueOf('batches')),
    batchMinutes: numberOf(valueOf('batch_minutes')),
  };
}

function sharesIn(value: FormValue): readonly number[] {
  return listOf(value).flatMap((share) => numberOf(share) ?? []);
}

/** The message among a form's values. */
function messageIn(values: FormValues): MessageValues {
  const fileId = textOf(values['file_id'] ?? null);
  return {
    templateId: textOf(values['template_id'] ?? null),
    message: textOf(values['message'] ?? null),
    file: fileId === null ? null : { id: fileId, name: textOf(values['file_name'] ?? null) ?? '' },
    variables: variablesOfForm(values['variables'] ?? null),
  };
}

/** Batches with their own message. */
function partsIn(value: FormValue): readonly PartValues[] {
  return recordsIn(value).flatMap((part) => {
    const batch = numberOf(part['batch'] ?? null);
    return batch === null ? [] : [{ batch, ...messageIn(part) }];
  });
}

/** The records in a form's value; other entries are dropped. */
function recordsIn(value: FormValue): readonly FormValues[] {
  return listOf(value).filter(isRecord);
}

function isRecord(value: FormValue): value is FormValues {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The variables in a form's value; other entries are dropped. */
function variablesOfForm(value: FormValue): readonly CampaignVariable[] {
  return recordsIn(value).flatMap((given) => {
    const key = textOf(given['key'] ?? null);
    if (key === null) return [];
    return [
      {
        key,
        source: textOf(given['source'] ?? null) ?? 'text',
        text: textOf(given['text'] ?? null),
        field_id: textOf(given['field_id'] ?? null),
        fallback: textOf(given['fallback'] ?? null),
      },
    ];
  });
}

/** The variables that a message needs: those given, and new ones for the others. */
export function neededVariables(
  keys: readonly string[],
  given: readonly CampaignVariable[],
): readonly CampaignVariable[] {
  return keys.map(
    (key) =>
      given.find((each) => each.key === key) ?? { key, source: 'text', text: '', field_id: null, fallback: null },
  );
}

/** The keys of the variables of a template or text. */
export function keysOf(template: MessageTemplate | undefined, message: string | null): readonly string[] {
  if (template !== undefined) return variablesIn(template).map(({ key }) => key);
  return variablesOf(message ?? '').map((name) => `body.${name}`);
}

/** Those that are files of cards. */
export function cardFilesIn(variables: readonly CampaignVariable[]): readonly CampaignVariable[] {
  return variables.filter(({ key }) => isFileKey(key));
}

/** Whether each card of a carousel has a file: the template's example, or one of its own. */
export function hasCardFiles(template: MessageTemplate | undefined, variables: readonly CampaignVariable[]): boolean {
  return (template?.cards ?? []).every(
    ({ fileName }, at) => fileName !== null || variables.some(({ key }) => key === cardFileKey(at)),
  );
}

/** Choices of a variable's source: those of every company, and `field:` with the id of one of its own. */
export const OWN_FIELD = 'field:';
export const sourceOf = ({ source, field_id: id }: CampaignVariable): string =>
  source === 'field' ? `${OWN_FIELD}${id ?? ''}` : source;

export function withSource(variable: CampaignVariable, chosen: string): CampaignVariable {
  if (chosen.startsWith(OWN_FIELD)) {
    return { ...variable, source: 'field', field_id: chosen.slice(OWN_FIELD.length), text: null };
  }
  const source = VARIABLE_SOURCES.find((each) => each === chosen) ?? 'text';
  return { ...variable, source, field_id: null };
}

/** The fallback for customers without a value. */
export function fallbackOf({ source, text, fallback }: CampaignVariable): string {
  return (source === 'text' ? text : fallback) ?? '';
}

function listOf(value: FormValue): readonly FormValue[] {
  return Array.isArray(value) ? (value as readonly FormValue[]) : [];
}

function textOf(value: FormValue): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: FormValue): number | null {
  return typeof value === 'number' ? value : null;
}
