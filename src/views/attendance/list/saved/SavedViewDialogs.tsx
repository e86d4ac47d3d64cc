import { useEffect, useEffectEvent, useId, useState } from 'react';
import { SAVED_VIEW_NAME_MAX } from '../../../../../contract/facts/ticket-views.ts';
import type { SavedView, SavedViewQuery } from '../../../../machines/entities/saved-view.ts';
import { useAction } from '../../../administration/form/use-action.ts';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useText } from '../../../kit/useText.ts';

interface NameDialogProps {
  /** The view's id, or `new`. */
  readonly formKey: string;
  readonly name: string;
  readonly query: SavedViewQuery;
  readonly onClose: () => void;
}

/** Saves the list under a name, or gives a saved view another. */
export function NameDialog({ formKey, name, query, onClose }: NameDialogProps) {
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const { run, isPending, isDone, failure } = useAction('chat.view', formKey);
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

/** Asks before a saved view is deleted. */
export function DeleteDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const text = useText();
  const failureText = useFailureText();
  const { run, isPending, isDone, failure } = useAction('chat.view.delete', view.id);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <ConfirmDialog
      isOpen
      title={text('savedViews.delete.title', { name: view.name })}
      confirmLabel={text('savedViews.delete')}
      tone="danger"
      isPending={isPending}
      error={failure === null ? undefined : failureText(failure)}
      onConfirm={() => run({})}
      onClose={onClose}
    >
      {text('savedViews.delete.text')}
    </ConfirmDialog>
  );
}
