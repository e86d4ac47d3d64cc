import { useState } from 'react';
import { templateValue } from '../../../../contract/facts/templates.ts';
import { headerProblem, type HeaderProblem } from './header-problem.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';

/** A template being chosen, with the values typed so far. */
export interface TemplateChoice {
  readonly template: MessageTemplate | null;
  /** By the variables' keys, as typed. */
  readonly values: Readonly<Record<string, string>>;
  /** The file of its header, and what is wrong with it; null until one is chosen. */
  readonly file: HeaderChoice | null;
  /** Whether missing values are pointed out: once sending was tried. */
  readonly isChecked: boolean;
  readonly choose: (template: MessageTemplate) => void;
  readonly reset: () => void;
  readonly chooseFile: (file: File) => void;
  readonly fill: (key: string, value: string) => void;
  /** The values as they are sent; null, with the missing ones pointed out, while any is missing. */
  readonly check: () => Readonly<Record<string, string>> | null;
}

export interface HeaderChoice {
  readonly file: File;
  readonly problem: HeaderProblem | null;
}

/** `onFile`: another file was chosen. */
export function useTemplateChoice(onFile?: () => void): TemplateChoice {
  const [template, setTemplate] = useState<MessageTemplate | null>(null);
  // What was typed for one template is there again when one comes back to it.
  const [typed, setTyped] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  // So is its file.
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [isChecked, setChecked] = useState(false);
  const chosen = template === null ? undefined : files[template.id];
  const wanted = template?.headerFile ?? null;
  const file =
    chosen === undefined || wanted === null ? null : { file: chosen, problem: headerProblem(wanted, chosen) };
  const values = (template === null ? undefined : typed[template.id]) ?? {};
  return {
    template,
    values,
    file,
    isChecked,
    choose: (next) => {
      setTemplate(next);
      setChecked(false);
    },
    reset: () => setTemplate(null),
    chooseFile: (added) => {
      if (template !== null) setFiles({ ...files, [template.id]: added });
      onFile?.();
    },
    fill: (key, value) => {
      if (template !== null) setTyped({ ...typed, [template.id]: { ...values, [key]: value } });
    },
    check: () => {
      if (template === null) return null;
      const ready = template.variables.map(({ key }) => [key, templateValue(values[key] ?? '')] as const);
      const hasFile = wanted === null || file?.problem === null;
      const isComplete = hasFile && ready.every(([, value]) => value !== '');
      setChecked(!isComplete);
      return isComplete ? Object.fromEntries(ready) : null;
    },
  };
}
