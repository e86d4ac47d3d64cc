import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { FormName, ValuesOf } from '../../../machines/entities/forms.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { FreshPassword } from '../account/FreshPassword.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useForm } from './form-context.tsx';

interface ActionDialogProps<Form extends FormName> {
  /** A form without fields. */
  readonly form: Form;
  /** What the action applies to. */
  readonly formKey: string;
  readonly title: string;
  readonly confirmLabel: string;
  /** Label of the cancel button; “Cancel” if left out. */
  readonly cancelLabel?: string;
  readonly tone?: 'primary' | 'danger';
  /** Values to submit; none if left out. */
  readonly values?: ValuesOf<Form>;
  readonly onClose: () => void;
  /** Called after success, before the dialog closes. */
  readonly onDone?: (id: string | null) => void;
  /** The consequences. */
  readonly children: ReactNode;
}

const nothing = {};

/** Confirms an action and runs it; stays open with the reason if it fails. */
export function ActionDialog<Form extends FormName>(props: ActionDialogProps<Form>) {
  const { form, formKey, title, confirmLabel, cancelLabel, tone, values = nothing, onClose, onDone, children } = props;
  const failureText = useFailureText();
  const open = useForm(form, formKey, values);
  const { failure, phase, savedId, submit } = open;
  const settled = useEffectEvent(() => {
    onDone?.(savedId);
    onClose();
  });
  useEffect(() => {
    if (phase === 'saved') settled();
  }, [phase]);
  return (
    <>
      <ConfirmDialog
        isOpen
        title={title}
        confirmLabel={confirmLabel}
        {...(cancelLabel === undefined ? {} : { cancelLabel })}
        {...(tone === undefined ? {} : { tone })}
        isPending={phase === 'saving'}
        error={failure === null ? undefined : failureText(failure)}
        onConfirm={submit}
        onClose={onClose}
      >
        {children}
      </ConfirmDialog>
      <FreshPassword open={open} />
    </>
  );
}
