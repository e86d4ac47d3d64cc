import { useState } from 'react';
import { templateValue } from '../../../../contract/facts/templates.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';

/** A template being chosen, with the values typed so far. */
export interface TemplateChoice {
  readonly template: MessageTemplate | null;
  /** By the variables' keys, as typed. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether missing values are pointed out: once sending was tried. */
  readonly isChecked: boolean;
  readonly choose: (template: MessageTemplate) => void;
  readonly reset: () => void;
  readonly fill: (key: string, value: string) => void;
  /** The values as they are sent; null, with the missing ones pointed out, while any is missing. */
  readonly check: () => Readonly<Record<string, string>> | null;
}

export function useTemplateChoice(): TemplateChoice {
  const [template, setTemplate] = useState<MessageTemplate | null>(null);
  // What was typed for one template is there again when one comes back to it.
  const [typed, setTyped] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const [isChecked, setChecked] = useState(false);
  const values = (template === null ? undefined : typed[template.id]) ?? {};
  return {
    template,
    values,
    isChecked,
    choose: (chosen) => {
      setTemplate(chosen);
      setChecked(false);
    },
    reset: () => setTemplate(null),
    fill: (key, value) => {
      if (template !== null) setTyped({ ...typed, [template.id]: { ...values, [key]: value } });
    },
    check: () => {
      if (template === null) return null;
      const ready = template.variables.map(({ key }) => [key, templateValue(values[key] ?? '')] as const);
      const isComplete = ready.every(([, value]) => value !== '');
      setChecked(!isComplete);
      return isComplete ? Object.fromEntries(ready) : null;
    },
  };
}
