import { useSelector } from '@xstate/react';
import { useId, type ReactNode } from 'react';
import type { FieldName, FormValue } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { FormBody } from '../form/FormBody.tsx';
import { isLocked, useForm, type OpenForm } from '../form/form-context.tsx';
import { Card } from './Card.tsx';
import { FreshPassword } from './FreshPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './TwoFactorSetUp.module.css';

interface ConfirmedCodesProps {
  readonly form: 'account.twoFactor' | 'account.recoveryCodes';
  readonly userId: string;
  readonly email: string;
  readonly title: string;
  readonly lead: string;
  readonly submitLabel: string;
  /** Called on cancel, or when the user has saved the codes. */
  readonly onEnd: () => void;
  readonly children: (open: OpenForm) => ReactNode;
}

/** An action confirmed with an authenticator code, which ends by showing recovery codes. */
export function ConfirmedCodes(props: ConfirmedCodesProps) {
  const { form, userId, email, title, lead, submitLabel, onEnd, children } = props;
  const text = useText();
  const id = useId();
  const open = useForm(form, userId, null);
  const codes = useShown(open, 'recovery_codes');
  if (open.phase === 'saved') return <RecoveryCodes codes={codes} email={email} onDone={onEnd} />;
  return (
    <Card title={title} lead={lead}>
      <FormBody open={open} id={id}>
        {children(open)}
      </FormBody>
      <FreshPassword open={open} {...(open.phase === 'unloaded' ? { onGiveUp: onEnd } : {})} />
      <div className={styles.buttons}>
        <Button onPress={onEnd}>{text('action.cancel')}</Button>
        <Button
          type="submit"
          form={id}
          variant="primary"
          isPending={open.phase === 'saving'}
          isDisabled={open.phase !== 'saving' && isLocked(open)}
        >
          {submitLabel}
        </Button>
      </div>
    </Card>
  );
}

/** A field's secret from the vault: it may be shown, but not logged. */
export function useShown({ actor }: OpenForm, field: FieldName): string {
  const { readSecret } = useApp();
  const ref = useSelector(actor, (snapshot): FormValue => snapshot?.context.values[field] ?? null);
  return typeof ref === 'string' ? (readSecret(ref) ?? '') : '';
}
