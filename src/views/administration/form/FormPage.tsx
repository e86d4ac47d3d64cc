import { useId, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FormName } from '../../../machines/entities/forms.ts';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { useForm, type OpenForm } from './form-context.tsx';
import { FormBody } from './FormBody.tsx';
import { FormFoot } from './FormFoot.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';
import styles from './FormPage.module.css';

interface FormPageProps {
  readonly form: FormName;
  readonly formKey: string;
  readonly renderTitle: (open: OpenForm) => ReactNode;
  /** Where leaving leads. */
  readonly back: string;
  /** The user may not change anything. */
  readonly isReadOnly?: boolean;
  readonly children: (open: OpenForm) => ReactNode;
  /** Shown if the edited thing doesn't exist, with a link back. */
  readonly missing?: { readonly title: string; readonly text: string; readonly back: string };
  /** Beside the buttons: what saving will change. */
  readonly renderSummary?: (open: OpenForm) => ReactNode;
}

/** A form as a full screen, with its buttons always visible. Asks before discarding changes. */
export function FormPage(props: FormPageProps) {
  const { form, formKey, renderTitle, back, isReadOnly = false, children, missing, renderSummary } = props;
  const text = useText();
  const navigate = useNavigate();
  const id = useId();
  const open = useForm(form, formKey, null);
  const { phase, isUnsaved } = open;
  const { leave, question } = useUnsavedGuard(isUnsaved);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{renderTitle(open)}</h1>
      <div className={styles.body}>
        <FormBody
          open={open}
          id={id}
          missing={missing && { ...missing, action: <LinkButton to={back}>{missing.back}</LinkButton> }}
        >
          {children(open)}
        </FormBody>
      </div>
      {!isReadOnly && phase !== 'unloaded' && (
        <FormFoot said={renderSummary?.(open)}>
          <Button onPress={() => leave(() => void navigate(back))}>
            {text(isUnsaved ? 'action.cancel' : 'action.back')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={phase === 'saving'}
            isDisabled={!isUnsaved || phase === 'loading' || phase === 'conflict'}
          >
            {text('action.save')}
          </Button>
        </FormFoot>
      )}
      {question}
    </div>
  );
}
