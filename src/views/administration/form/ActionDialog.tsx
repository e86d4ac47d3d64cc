import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { FormName } from '../../../machines/log/events-administration.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useForm } from './form-context.tsx';

interface ActionDialogProps {
  /** A form without fields. */
  readonly form: FormName;
  /** What it is done to. */
  readonly formKey: string;
  readonly title: string;
  readonly confirmLabel: string;
  readonly tone?: 'primary' | 'danger';
  readonly onClose: () => void;
  /** What happens then. */
  readonly children: ReactNode;
}

const nothing = {};

/** Asks once more, then does it; stays and says why when it can't be done. */
export function ActionDialog({ form, formKey, title, confirmLabel, tone, onClose, children }: ActionDialogProps) {
  const failureText = useFailureText();
  const { failure, phase, submit } = useForm(form, formKey, nothing);
  const settled = useEffectEvent(onClose);
  useEffect(() => {
    if (phase === 'saved') settled();
  }, [phase]);
  return (
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
  );
}
