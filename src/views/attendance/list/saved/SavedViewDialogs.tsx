import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { SAVED_VIEW_NAME_MAX } from '../../../../../contract/facts/ticket-views.ts';
import type { ValuesOf } from '../../../../machines/entities/forms.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';

/** Which list's views are saved. */
export type ViewForm = 'chat.view' | 'customers.view';

interface NameDialogProps {
  readonly form: ViewForm;
  /** The view's id, or `new`. */
  readonly formKey: string;
  readonly name: string;
  readonly query: ValuesOf<ViewForm>;
  readonly onClose: () => void;
}

/** Saves the list under a name, or gives a saved view another. */
export function NameDialog({ form, formKey, name, query, onClose }: NameDialogProps) {
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const { run, isPending, isDone, failure } = useAction(form, formKey);
  const [typed, setTyped] = useState(name);
  const formId = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  const why = failure?.fields['name'];
  return (
    <Dialog
      isOpen
      size="sm"
      title={text(formKey === 'new' ? 'savedViews.new.title' : 'savedViews.rename.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            {text('action.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run({ ...query, name: typed });
        }}
      >
        {failure !== null && why === undefined && <Banner tone="danger">{failureText(failure)}</Banner>}
        <TextField
          label={text('savedViews.name')}
          value={typed}
          onChange={setTyped}
          autoFocus
          maxLength={SAVED_VIEW_NAME_MAX}
          error={why === undefined ? undefined : text(isText(why) ? why : 'error.invalid')}
        />
      </form>
    </Dialog>
  );
}

interface DeleteDialogProps {
  readonly form: ViewForm;
  readonly id: string;
  readonly name: string;
  /** What becomes of what the list shows. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Asks before a saved view is deleted. */
export function DeleteDialog({ form, id, name, children, onClose }: DeleteDialogProps) {
  const text = useText();
  const failureText = useFailureText();
  const { run, isPending, isDone, failure } = useAction(`${form}.delete` as const, id);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <ConfirmDialog
      isOpen
      title={text('savedViews.delete.title', { name })}
      confirmLabel={text('savedViews.delete')}
      tone="danger"
      isPending={isPending}
      error={failure === null ? undefined : failureText(failure)}
      onConfirm={() => run({})}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
