import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paramsOfField } from '../../../machines/editing/params-of-field.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { isLocked, useForm, type OpenForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { FormFoot } from '../form/FormFoot.tsx';
import { useAction } from '../form/use-action.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { EditingProvider, type Editing } from './editing-context.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplateHead } from './TemplateHead.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { TemplateNotice } from './TemplateState.tsx';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { useTemplateValues } from './template-values.ts';
import styles from './Templates.module.css';

const BACK = '/message-templates';

interface TemplateEditorProps {
  /** Its id, `new`, or `copy:` with the id of the one whose text it begins with. */
  readonly id: string;
  readonly template: ManagedTemplate | undefined;
  /** It was deleted meanwhile; what is typed can still be copied. */
  readonly isMissing?: boolean;
}

/** Writes a template beside how the phone shows it; saves it as a draft, and submits it. */
export function TemplateEditor({ id, template, isMissing = false }: TemplateEditorProps) {
  const text = useText();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const formId = useId();
  const state: unknown = useLocation().state;
  const open = useForm('template', id, null);
  const { phase, isUnsaved, savedId, submit, actor } = open;
  const { leave, question } = useUnsavedGuard(isUnsaved);
  const version = useSelector(actor, (snapshot) => snapshot?.context.version ?? null);
  const sending = useAction('template.submit', id);
  const [isDeleting, setDeleting] = useState(false);
  /** To be submitted once it is saved. */
  const sends = useRef(state !== null && typeof state === 'object' && 'submit' in state);
  const editing = useEditingOf(open, template, sending.failure);
  const { values } = editing;
  const isNew = template === undefined;
  const send = useEffectEvent(() => {
    const isReady = phase === 'saved' || phase === 'pristine';
    if (phase === 'saved' && isNew && savedId !== null) {
      const next = sends.current ? { submit: true } : null;
      void navigate(`${BACK}?id=${savedId}`, { replace: true, state: next });
    } else if (isReady && !isNew && sends.current) {
      sends.current = false;
      // Once: the editor may come back to this address.
      if (state !== null) void navigate(`${BACK}?id=${id}`, { replace: true, state: null });
      sending.run({ version });
    } else if (phase === 'refused' || phase === 'conflict') {
      // Somebody else's changes aren't submitted without another press.
      sends.current = false;
    }
  });
  useEffect(() => send(), [phase]);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sending.failure === null) return;
    const first = body.current?.querySelector<HTMLElement>('[data-invalid] :is(input, textarea, button)');
    (first ?? body.current)?.focus();
    // The buttons lie over what is at the page’s end.
    if (first === undefined || first === null) body.current?.scrollIntoView({ block: 'start' });
    else first.scrollIntoView({ block: 'center' });
  }, [sending.failure]);
  const isBusy = phase === 'saving' || sending.isPending;
  const isDraft = template?.status !== 'draft' && template?.has_draft !== true;
  const submitNow = () => {
    if (isBusy) return;
    if (isUnsaved || isNew) {
      sends.current = true;
      submit();
    } else {
      sending.run({ version });
    }
  };
  const isBlank = phase === 'unloaded';
  return (
    <div className={styles.editor}>
      <TemplateHead name={values.name} template={template}>
        {template !== undefined && (
          <Button variant="ghost" onPress={() => setDeleting(true)}>
            {text('template.delete')}
          </Button>
        )}
        <Button onPress={() => leave(() => void navigate(BACK))}>{text('template.back')}</Button>
      </TemplateHead>
      <div ref={body} tabIndex={-1} className={styles.body}>
        {template !== undefined && !isMissing && <TemplateNotice of={template} />}
        {isMissing && (
          <Banner tone="danger" title={text('template.missing.title')}>
            {text('template.missing.text')}
          </Banner>
        )}
        {sending.failure !== null && <Banner tone="danger">{failureText(sending.failure)}</Banner>}
        <FormBody
          open={open}
          id={formId}
          missing={{
            title: text('template.missing.title'),
            text: text('template.missing.text'),
            action: <LinkButton to={BACK}>{text('template.back')}</LinkButton>,
          }}
        >
          <EditingProvider value={editing}>
            <TemplateFields />
          </EditingProvider>
        </FormBody>
      </div>
      {!isBlank && (
        <aside className={styles.aside}>
          <TemplatePreview values={values} files={editing.files} />
        </aside>
      )}
      {!isBlank && (
        <FormFoot isStatus said={text(isUnsaved ? 'template.unsaved' : isNew ? 'template.notYet' : 'template.saved')}>
          <Button type="submit" form={formId} isPending={phase === 'saving'} isDisabled={!isUnsaved || isLocked(open)}>
            {text('template.save')}
          </Button>
          <Button
            variant="primary"
            isPending={sending.isPending}
            isDisabled={isBusy || phase === 'conflict' || phase === 'loading' || (!isUnsaved && !isNew && isDraft)}
            onPress={submitNow}
          >
            {text('template.submit')}
          </Button>
        </FormFoot>
      )}
      {isDeleting && template !== undefined && (
        <DeleteTemplate of={template} onClose={() => setDeleting(false)} onDone={() => void navigate(BACK)} />
      )}
      {question}
    </div>
  );
}

/** State shared by the editor's parts. A part's error is shown until the user types in it. */
function useEditingOf(open: OpenForm, template: ManagedTemplate | undefined, refusal: Failure | null): Editing {
  const text = useText();
  const isText = useIsText();
  const { change } = open;
  const values = useTemplateValues(open);
  const failure = refusal ?? open.failure;
  const [mended, setMended] = useState<{ of: Failure | null; paths: ReadonlySet<string> }>({
    of: null,
    paths: new Set(),
  });
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, string>>(new Map());
  const paths = mended.of === failure ? mended.paths : new Set<string>();
  const files = useMemo(
    () => new Map([...(template?.files ?? []).map((file) => [file.id, file.name] as const), ...uploaded]),
    [template?.files, uploaded],
  );
  return {
    values,
    files,
    isReadOnly: isLocked(open),
    isFixed: template !== undefined && template.status !== 'draft',
    onUploaded: (id, name) => setUploaded((known) => new Map([...known, [id, name]])),
    change: (field, value, path = field) => {
      change(field, value);
      setMended({ of: failure, paths: new Set([...paths, path]) });
    },
    problem: (path) => {
      const key = failure?.fields[path];
      if (key === undefined || paths.has(path)) return undefined;
      return isText(key) ? text(key, paramsOfField(failure?.params ?? {}, path)) : text('error.field.invalid');
    },
  };
}
