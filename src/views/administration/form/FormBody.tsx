import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { PASSWORD_UNPROVEN } from '../../../../contract/facts/password.ts';
import { selectHasTheirs } from '../../../machines/editing/editing.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useSelector } from '@xstate/react';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { FormProvider, useFormProblem, type OpenForm } from './form-context.tsx';
import styles from './FormBody.module.css';

interface FormBodyProps {
  readonly open: OpenForm;
  /** Id of its `<form>`, for a submit button outside. */
  readonly id: string;
  readonly children: ReactNode;
  /** Whether the children show a failure themselves. */
  readonly showsFailure?: (failure: Failure) => boolean;
  /** Shown if the edited thing doesn't exist. */
  readonly missing?: { readonly title: string; readonly text: string; readonly action: ReactNode } | undefined;
}

/** The common part of every form: errors, concurrent changes, and the fields once loaded. */
export function FormBody({ open, id, children, showsFailure, missing }: FormBodyProps) {
  const { actor, failure, phase, retry, submit } = open;
  const text = useText();
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const problem = useFormProblem(open);
  const isShown = failure !== null && showsFailure?.(failure) === true;
  const hasTheirs = useSelector(actor, (snapshot) => snapshot !== undefined && selectHasTheirs(snapshot));
  useEffect(() => {
    if (phase !== 'refused' && phase !== 'conflict') return;
    const first = form.current?.querySelector<HTMLElement>(
      '[data-invalid] :is(input, textarea, [role=spinbutton], button)',
    );
    first?.focus();
    (first ?? form.current)?.scrollIntoView({ block: 'nearest' });
  }, [phase, failure]);
  if (phase === 'unloaded' && failure?.code === 'NOT_FOUND') {
    return (
      <ErrorState title={missing?.title ?? text('form.missing.title')} action={missing?.action}>
        {missing?.text ?? text('form.missing.text')}
      </ErrorState>
    );
  }
  // The password dialog is open above; the form loads after it.
  if (phase === 'unloaded' && failure?.key === PASSWORD_UNPROVEN) return <Placeholders />;
  if (phase === 'unloaded') {
    return (
      <ErrorState title={text('form.failed.title')} onRetry={retry} requestId={failure?.requestId ?? undefined}>
        {failure !== null && failureText(failure)}
      </ErrorState>
    );
  }
  const isEmpty = actor === undefined || phase === 'idle' || (phase === 'loading' && isBlank(open));
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={styles.form}
      aria-busy={phase === 'loading' || phase === 'saving'}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      {phase === 'conflict' && (
        <Banner
          tone="warning"
          title={text('form.conflict.title')}
          action={
            <Button size="sm" onPress={retry} autoFocus>
              {text('form.conflict.reload')}
            </Button>
          }
        >
          {text('form.conflict.text')}
        </Banner>
      )}
      {problem !== undefined && !isShown && <Banner tone="danger">{problem}</Banner>}
      {hasTheirs && phase !== 'conflict' && <Banner tone="info">{text('form.theirs')}</Banner>}
      {isEmpty ? <Placeholders /> : <FormProvider value={open}>{children}</FormProvider>}
    </form>
  );
}

function isBlank({ actor }: OpenForm): boolean {
  return Object.keys(actor?.getSnapshot().context.values ?? {}).length === 0;
}

function Placeholders() {
  const text = useText();
  return (
    <div role="status" aria-label={text('table.loading')} className={styles.places}>
      {[60, 80, 45, 70].map((width) => (
        <div key={width} className={styles.place}>
          <Skeleton width={`${width / 2}%`} />
          <Skeleton shape="block" height={38} />
        </div>
      ))}
    </div>
  );
}
