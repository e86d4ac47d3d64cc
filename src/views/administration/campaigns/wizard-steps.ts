import type { FieldName } from '../../../machines/entities/forms.ts';

/** The steps of a new campaign, in their order. */
export const STEPS = ['channel', 'audience', 'message', 'when', 'review'] as const;
export type Step = (typeof STEPS)[number];

const FIELDS: Readonly<Record<Exclude<Step, 'review'>, readonly FieldName[]>> = {
  channel: ['name', 'instance_ids'],
  audience: ['audience_id', 'group_id', 'requires_consent', 'skip_in_attendance', 'weekly_limit'],
  message: ['template_id', 'message', 'file_id', 'variables', 'part_messages'],
  when: ['starts_at', 'window_from', 'window_to', 'per_minute', 'batches', 'batch_minutes'],
};

/** The step whose fields a refusal names; the first of several. */
export function stepOf(fields: Readonly<Record<string, string>>): Step | undefined {
  const wrong = new Set(Object.keys(fields).map((path) => path.split('.')[0]));
  return STEPS.find((step) => step !== 'review' && FIELDS[step].some((field) => wrong.has(field)));
}

export function isStep(step: unknown): step is Step {
  return STEPS.some((each) => each === step);
}
