import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { FormName, FormValues } from '../../../machines/log/events-administration.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { FreshPassword } from '../account/FreshPassword.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useForm } from './form-context.tsx';

interface ActionDialogProps {
  /** A form in which nothing is typed. */
  readonly form: FormName;
  /** What it is done to. */
  readonly formKey: string;
  readonly title: string;
  readonly confirmLabel: string;
  readonly tone?: 'primary' | 'danger';
  /** What it is done with; nothing when left out. */
  readonly values?: FormValues;
  readonly onClose: () => void;
  /** Told before it closes, when it was done. */
  readonly onDone?: (id: string | null) => void;
  /** What happens then. */
  readonly children: ReactNode;
}

const nothing: FormValues = {};

/** Asks once more, then does it; stays and says why when it can't be done. */
export function ActionDialog(props: ActionDialogProps) {
  const { form, formKey, title, confirmLabel, tone, values = nothing, onClose, onDone, children } = props;
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
