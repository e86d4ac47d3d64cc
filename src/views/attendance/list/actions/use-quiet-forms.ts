import { useCallback, useEffect, useRef } from 'react';
import type { FormName, FormValues } from '../../../../machines/entities/forms.ts';
import { useApp } from '../../../app/app-context.tsx';

/** Runs forms of one press each, whatever their key; a refusal comes as a notice. */
export function useQuietForms() {
  const { append } = useApp();
  const opened = useRef(new Map<string, { readonly form: FormName; readonly key: string }>());
  useEffect(() => {
    const forms = opened.current;
    return () => {
      for (const { form, key } of forms.values()) append({ type: 'form.left', form, key });
      forms.clear();
    };
  }, [append]);
  return useCallback(
    (form: FormName, key: string, values: FormValues) => {
      opened.current.set(`${form}:${key}`, { form, key });
      append({ type: 'form.left', form, key });
      append({ type: 'form.opened', form, key, values });
      append({ type: 'form.submitted', form, key });
    },
    [append],
  );
}
