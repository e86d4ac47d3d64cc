import type { FormValue } from '../../../machines/entities/forms.ts';
import {
  fallbackOf,
  hasCardFiles,
  keysOf,
  neededVariables,
  type CampaignValues,
  type MessageChange,
  type MessageValues,
  type PartValues,
} from './campaign-values.ts';
import type { OpenForm } from '../form/form-context.tsx';
import type { PartFile } from './other-message.ts';
import type { Templates } from './StepFields.tsx';

/* Batches with their own message, as form values. */

function written({ batch, templateId, message, file, variables }: PartValues) {
  return {
    batch,
    template_id: templateId,
    message,
    file_id: file?.id ?? null,
    file_name: file?.name ?? null,
    variables: variables.map((each) => ({ ...each })),
  };
}

/** Replaces their files; the first batch's is the campaign's. */
export function withFiles(parts: readonly PartValues[], files: readonly PartFile[]): Changes {
  const fileOf = (batch: number) => files.find((each) => each.batch === batch)?.file ?? null;
  const own = fileOf(1);
  return {
    ...{ file_id: own?.id ?? null, file_name: own?.name ?? null },
    ...(parts.length > 0 && { part_messages: parts.map((part) => written({ ...part, file: fileOf(part.batch) })) }),
  };
}

const EMPTY: MessageValues = { templateId: null, message: null, file: null, variables: [] };

/** Changes a batch's message; adds one if it had none. */
export function withPart(parts: readonly PartValues[], batch: number, change: MessageChange): FormValue {
  const found = parts.find((part) => part.batch === batch) ?? { batch, ...EMPTY };
  return [...withoutPart(parts, batch), { ...written(found), ...change }].toSorted(
    (one, other) => one.batch - other.batch,
  );
}

export function withoutPart(parts: readonly PartValues[], batch: number) {
  return parts.filter((part) => part.batch !== batch).map(written);
}

const CHANGED = ['template_id', 'message', 'file_id', 'file_name', 'variables', 'batches', 'part_messages'] as const;
type Changes = Readonly<Partial<Record<(typeof CHANGED)[number], FormValue>>>;

/** Changes fields of the draft. */
export function changeFields({ change }: Pick<OpenForm, 'change'>, changes: Changes): void {
  for (const field of CHANGED) {
    const value = changes[field];
    if (value !== undefined) change(field, value);
  }
}

/** Removes a batch: later ones move up, and keep their messages. */
export function afterRemoval(
  values: Pick<CampaignValues, 'parts' | 'batches' | keyof MessageValues>,
  place: number,
): Changes {
  const { parts, templateId, message, file, variables } = values;
  const batches = values.batches.filter((_, index) => index !== place - 1);
  const shares = { batches: batches.length === 1 ? [100] : batches };
  const moved = parts.flatMap((part) =>
    part.batch === place ? [] : [{ ...part, batch: part.batch > place ? part.batch - 1 : part.batch }],
  );
  const promoted = moved.find(({ batch }) => batch === 1);
  if (promoted === undefined) return { ...shares, part_messages: moved.map(written) };
  const rest = batches.slice(1).map((_, index) => {
    const batch = index + 2;
    return moved.find((part) => part.batch === batch) ?? { batch, templateId, message, file, variables };
  });
  const { batch: _, ...said } = written(promoted);
  return { ...shares, ...said, part_messages: rest.map(written) };
}

/** Whether a text isn't blank, or has a file. */
export function hasWords({ message, file }: Pick<MessageValues, 'message' | 'file'>): boolean {
  return file !== null || (message ?? '').trim() !== '';
}

/** Whether a message is complete. */
export function isSaid(said: MessageValues, kind: 'template' | 'text', templates: Templates): boolean {
  const template = kind === 'template' ? templates.chosen(said.templateId) : undefined;
  const isThere = kind === 'template' ? said.templateId !== null : hasWords(said);
  const needed = neededVariables(keysOf(template, kind === 'text' ? said.message : null), said.variables);
  return (
    isThere &&
    (said.file !== null || (template?.headerFile ?? null) === null) &&
    hasCardFiles(template, said.variables) &&
    needed.every((each) => fallbackOf(each).trim() !== '')
  );
}
