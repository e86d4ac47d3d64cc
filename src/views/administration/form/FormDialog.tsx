import { useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormName, ValuesOf } from '../../../machines/entities/forms.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import { useForm, type OpenForm } from './form-context.tsx';
import { FormBody } from './FormBody.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface FormDialogProps<Form extends FormName> {
  readonly form: Form;
  /** Id of the edited thing, or `new`. */
  readonly formKey: string;
  /** Initial values; null if the server has them. */
  readonly values: ValuesOf<Form> | null;
  readonly title: string;
  readonly submitLabel: string;
  readonly size?: 'sm' | 'md' | 'lg';
  /** Closes without a question, as for passwords, which aren't worth keeping. */
  readonly discardsSilently?: boolean;
  /** Whether something is typed that no field has yet. */
  readonly hasTyped?: boolean;
  /** Fields and submit wait for something. */
  readonly isBusy?: boolean;
  /** Whether the children show a failure themselves. */
  readonly showsFailure?: (failure: Failure) => boolean;
  readonly onClose: () => void;
  /** Called before the dialog closes, with the saved thing's id. */
  readonly onSaved?: (id: string | null) => void;
  readonly children: ReactNode | ((open: OpenForm) => ReactNode);
}

/** A form in a dialog. Asks before discarding changes, and closes after saving. */
export function FormDialog<Form extends FormName>(props: FormDialogProps<Form>) {
  const {
    form,
    formKey,
    values,
    title,
    submitLabel,
    size = 'md',
    discardsSilently = false,
    hasTyped = false,
    isBusy = false,
    showsFailure,
    onClose,
    onSaved,
    children,
  } = props;
  const text = useText();
  const id = useId();
  const open = useForm(form, formKey, values, isBusy);
  const { phase, savedId } = open;
  const { leave, question } = useUnsavedGuard((open.isUnsaved || hasTyped) && !discardsSilently);
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
        <FormBody open={open} id={id} {...(showsFailure === undefined ? {} : { showsFailure })}>
          {typeof children === 'function' ? children(open) : children}
        </FormBody>
      </Dialog>
      {question}
    </>
  );
}
