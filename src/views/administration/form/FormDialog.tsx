import { useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import type { FormName, FormValues } from '../../../machines/log/events-administration.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import { useForm, type OpenForm } from './form-context.tsx';
import { FormBody } from './FormBody.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface FormDialogProps {
  readonly form: FormName;
  /** The id of what is edited, or `new`. */
  readonly formKey: string;
  /** What it begins with; null where the server knows it. */
  readonly values: FormValues | null;
  readonly title: string;
  readonly submitLabel: string;
  readonly size?: 'sm' | 'md' | 'lg';
  /** What was typed is nothing to keep, like a password: it closes without a question. */
  readonly closesUnasked?: boolean;
  readonly onClose: () => void;
  /** Closes it by itself; told the id of what was saved. */
  readonly onSaved?: (id: string | null) => void;
  readonly children: ReactNode | ((open: OpenForm) => ReactNode);
}

/** A form over the screen. It asks before it loses what was typed, and closes when it is saved. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    formKey,
    values,
    title,
    submitLabel,
    size = 'md',
    closesUnasked = false,
    onClose,
    onSaved,
    children,
  } = props;
  const text = useText();
  const id = useId();
  const open = useForm(form, formKey, values);
  const { phase, savedId } = open;
  const { leave, question } = useUnsavedGuard(open.isUnsaved && !closesUnasked);
  const settled = useEffectEvent(() => {
    onSaved?.(savedId);
    onClose();
  });
  useEffect(() => {
    if (phase === 'saved') settled();
  }, [phase]);
  return (
    <>
      <Dialog
        title={title}
        isOpen
        size={size}
        onClose={() => leave(onClose)}
        footer={
          <>
            <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              isPending={phase === 'saving'}
              isDisabled={phase === 'idle' || phase === 'loading' || phase === 'unloaded' || phase === 'conflict'}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <FormBody open={open} id={id}>
          {typeof children === 'function' ? children(open) : children}
        </FormBody>
      </Dialog>
      {question}
    </>
  );
}
