import { useSelector } from '@xstate/react';
import { VARIABLE_SOURCES } from '../../../../contract/facts/campaigns.ts';
import { variablesOf } from '../../../../contract/facts/templates.ts';
import type { CampaignVariable } from '../../../machines/entities/campaigns.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import type { FormFields, FormValue, FormValues } from '../../../machines/entities/forms.ts';
import type { OpenForm } from '../form/form-context.tsx';

/** The values of a draft that several steps show. */
export interface CampaignValues {
  readonly name: string;
  readonly instanceIds: readonly string[];
  readonly audienceId: string | null;
  readonly groupId: string | null;
  readonly templateId: string | null;
  readonly message: string | null;
  readonly file: { readonly id: string; readonly name: string } | null;
  readonly variables: readonly CampaignVariable[];
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
  const fileId = textOf(valueOf('file_id'));
  const startsAt = textOf(valueOf('starts_at'));
  return {
    name: textOf(valueOf('name')) ?? '',
    instanceIds: listOf(valueOf('instance_ids')).flatMap((id) => textOf(id) ?? []),
    audienceId: textOf(valueOf('audience_id')),
    groupId: textOf(valueOf('group_id')),
    templateId: textOf(valueOf('template_id')),
    message: textOf(valueOf('message')),
    file: fileId === null ? null : { id: fileId, name: textOf(valueOf('file_name')) ?? '' },
    variables: variablesIn(valueOf('variables')),
    startsAt: startsAt === null ? null : Date.parse(startsAt),
    window: { from: numberOf(valueOf('window_from')), to: numberOf(valueOf('window_to')) },
    perMinute: numberOf(valueOf('per_minute')),
    batches: sharesIn(valueOf('batches')),
    batchMinutes: numberOf(valueOf('batch_minutes')),
  };
}

export function sharesIn(value: FormValue): readonly number[] {
  return listOf(value).flatMap((share) => numberOf(share) ?? []);
}

/** The variables of a form's value; what isn't one is left out. */
export function variablesIn(value: FormValue): readonly CampaignVariable[] {
  return listOf(value).flatMap((each) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return [];
    const given = each as Readonly<Record<string, FormValue>>;
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
  if (template !== undefined) return template.variables.map(({ key }) => key);
  return variablesOf(message ?? '').map((name) => `body.${name}`);
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

/** What stands where nothing is known of a customer. */
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
