import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { SAVED_VIEWS_MAX } from '../../../../../contract/facts/ticket-views.ts';
import type { ValuesOf } from '../../../../machines/entities/forms.ts';
import { Button } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { AlertIcon, MoreIcon } from '../../../kit/icons.tsx';
import { MenuButton } from '../../../kit/MenuButton.tsx';
import { part } from '../../../kit/part.tsx';
import { Pressable } from '../../../kit/Pressable.tsx';
import { useText } from '../../../kit/useText.ts';
import { isFocusLost } from '../../focus.ts';
import type { ViewForm } from './SavedViewDialogs.tsx';
import styles from './SavedViews.module.css';

const NameDialog = part(async () => (await import('./SavedViewDialogs.tsx')).NameDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const DeleteDialog = part(async () => (await import('./SavedViewDialogs.tsx')).DeleteDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

interface Named {
  readonly id: string;
  readonly name: string;
  /** What it names and isn't there any more. */
  readonly gone: readonly string[];
}

type Opened<View> =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly view: View }
  | { readonly kind: 'delete'; readonly view: View };

interface ViewChipsProps<View extends Named> {
  /** Which list's views they are. */
  readonly form: ViewForm;
  /** Null until they are known. */
  readonly views: readonly View[] | null;
  readonly hasFailed: boolean;
  /** Left out while it can’t succeed. */
  readonly onRetry: (() => void) | undefined;
  /** The list as it is, to be saved; null if it isn't worth it. */
  readonly now: ValuesOf<ViewForm> | null;
  readonly isShown: (view: View) => boolean;
  readonly onShow: (view: View) => void;
  /** A view as it was saved. */
  readonly kept: (view: View) => ValuesOf<ViewForm>;
  readonly goneText: (view: View) => string;
  readonly deleteText: string;
  /** Moves the focus to the list; whether it could. */
  readonly focusList: () => boolean;
}

/** The saved views of a list, and saving the list as it is. */
export function ViewChips<View extends Named>(props: ViewChipsProps<View>): ReactNode {
  const { form, views: known, hasFailed, onRetry, now, isShown, onShow, kept, goneText, deleteText, focusList } = props;
  const text = useText();
  const views = known ?? [];
  const [opened, setOpened] = useState<Opened<View>>();
  const isAsked = useRef(false);
  const open = (next: Opened<View>) => {
    isAsked.current = true;
    setOpened(next);
  };
  // What is saved isn't known: the same could be saved twice.
  const maySave = known !== null && now !== null && !views.some(isShown) && views.length < SAVED_VIEWS_MAX;
  const close = () => setOpened(undefined);
  const focus = useEffectEvent(focusList);
  const ids = views.map(({ id }) => id).join();
  // What opened the dialog is gone once the view is saved or deleted, after it was given the focus back.
  useEffect(() => {
    if (opened !== undefined || !isAsked.current) return undefined;
    const frame = requestAnimationFrame(() => {
      if (isFocusLost() && focus()) isAsked.current = false;
    });
    return () => cancelAnimationFrame(frame);
  }, [opened, maySave, ids]);
  if (views.length === 0 && !maySave && !hasFailed && opened === undefined) return null;
  return (
    <>
      {hasFailed && (
        <p className={styles.gone} role="status">
          {text('savedViews.failed')}{' '}
          {onRetry !== undefined && (
            <Button size="sm" variant="ghost" onPress={onRetry}>
              {text('action.retry')}
            </Button>
          )}
        </p>
      )}
      <ul className={styles.views} aria-label={text('savedViews.label')}>
        {views.map((view) => {
          const isNow = isShown(view);
          return (
            <li key={view.id} className={cx(styles.view, isNow && styles.shown)}>
              <Pressable
                className={styles.name}
                aria-pressed={isNow}
                {...(view.gone.length > 0 && { title: goneText(view) })}
                onPress={() => onShow(view)}
              >
                {view.gone.length > 0 && <AlertIcon size={13} />}
                <span className={styles.words}>{view.name}</span>
              </Pressable>
              {isNow && (
                <MenuButton
                  variant="bare"
                  className={styles.more}
                  label={text('savedViews.actions', { name: view.name })}
                  placement="bottom end"
                  groups={[
                    {
                      id: 'saved',
                      entries: [
                        { id: 'rename', label: text('savedViews.rename') },
                        { id: 'delete', label: text('savedViews.delete'), tone: 'danger' },
                      ],
                      onSelect: (id) => open({ kind: id === 'rename' ? 'rename' : 'delete', view }),
                    },
                  ]}
                >
                  <MoreIcon size={14} />
                </MenuButton>
              )}
            </li>
          );
        })}
        {maySave && (
          <li>
            <Button size="sm" variant="ghost" onPress={() => open({ kind: 'new' })}>
              {text('savedViews.save')}
            </Button>
          </li>
        )}
      </ul>
      {views
        .filter((view) => view.gone.length > 0 && isShown(view))
        .map((view) => (
          <p key={view.id} className={styles.gone} role="status">
            {goneText(view)}
          </p>
        ))}
      {opened?.kind === 'new' && <NameDialog form={form} formKey="new" name="" query={now ?? {}} onClose={close} />}
      {opened?.kind === 'rename' && (
        <NameDialog
          form={form}
          formKey={opened.view.id}
          name={opened.view.name}
          query={kept(opened.view)}
          onClose={close}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog form={form} id={opened.view.id} name={opened.view.name} onClose={close}>
          {deleteText}
        </DeleteDialog>
      )}
    </>
  );
}
