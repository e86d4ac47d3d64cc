import { createContext, use } from 'react';
import type { FormFields, FormValue } from '../../../machines/entities/forms.ts';
import type { TemplateValues } from './template-values.ts';

/** The template that is being written. */
export interface Editing {
  readonly values: TemplateValues;
  /** Changes a field. `path` is the part of it that was typed in; its error is cleared. */
  readonly change: (field: FormFields['template'], value: FormValue, path?: string) => void;
  /** The error of a part (`buttons.0.text`), as text. */
  readonly problem: (path: string) => string | undefined;
  readonly isReadOnly: boolean;
  /** The provider has it: its name, language and account stay. */
  readonly isFixed: boolean;
  /** Names of the examples that were uploaded before, by id. */
  readonly files: ReadonlyMap<string, string>;
  readonly onUploaded: (id: string, name: string) => void;
}

const EditingContext = createContext<Editing | undefined>(undefined);
export const EditingProvider = EditingContext;

export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (editing === undefined) throw new Error('a part outside of a template');
  return editing;
}
