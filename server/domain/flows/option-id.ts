import type { Id } from '../../db/tables.ts';

/** An option of a question that was sent: of which run, and after which of its steps. */
export type SentOption = { runId: Id; seq: number; option: string };

/** As the provider gives it back when it is tapped. */
export function optionIdOf({ runId, seq, option }: SentOption): string {
  return `flow.${runId}.${seq}.${option}`;
}

/** Undefined for what no flow sent. */
export function readOptionId(id: string | undefined): SentOption | undefined {
  const [, runId, seq, option] = /^flow\.(\d{1,19})\.(\d{1,9})\.([a-z][a-z0-9_]*)$/.exec(id ?? '') ?? [];
  if (runId === undefined || seq === undefined || option === undefined) return undefined;
  return { runId, seq: Number(seq), option };
}
