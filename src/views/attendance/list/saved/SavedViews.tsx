import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { SavedView } from '../../../../machines/entities/saved-view.ts';
import { SAVED_VIEWS_MAX } from '../../../../../contract/facts/ticket-views.ts';
import { selectViewer } from '../../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../../machines/entities/viewer.ts';
import { selectQuery } from '../../../../machines/inbox/inbox.selectors.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { Button } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { AlertIcon, MoreIcon } from '../../../kit/icons.tsx';
import { MenuButton } from '../../../kit/MenuButton.tsx';
import { part } from '../../../kit/part.tsx';
import { Pressable } from '../../../kit/Pressable.tsx';
import { useText } from '../../../kit/useText.ts';
import { focusList, isFocusLost } from '../../focus.ts';
import { eventsFor, fieldsOf, isSameView, isWorthSaving, savedOf, withoutGone } from './saved-query.ts';
import styles from './SavedViews.module.css';

const NameDialog = part(async () => (await import('./SavedViewDialogs.tsx')).NameDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const DeleteDialog = part(async () => (await import('./SavedViewDialogs.tsx')).DeleteDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly view: SavedView }
  | { readonly kind: 'delete'; readonly view: SavedView };

/** The views that the person saved, after the built-in ones, and saving the list as it is. Loaded lazily. */
export function SavedViews() {
  return (
    <Prepared fallback={null}>
      <Loaded />
    </Prepared>
  );
}

function Loaded() {
  const { directory, append } = useApp();
  const text = useText();
  const query = useSelector(directory.inbox, selectQuery);
  const viewer = useSelector(directory.auth, selectViewer);
  const listing = useListing('chat.views', wholeList);
  const views = listing.rows ?? [];
  const hasFailed = listing.rows === null && listing.failure !== null;
  const [opened, setOpened] = useState<Opened>();
  const isAsked = useRef(false);
  const open = (next: Opened) => {
    isAsked.current = true;
    setOpened(next);
  };
  const now = savedOf(query);
  const seesAll = viewer !== null && isAdmin(viewer);
  const isSaved = views.some((view) => isSameView(withoutGone(view), now));
  // What is saved isn't known: the same could be saved twice.
  const maySave = listing.rows !== null && !isSaved && isWorthSaving(now) && views.length < SAVED_VIEWS_MAX;
  const close = () => setOpened(undefined);
  const ids = views.map(({ id }) => id).join();
  // What opened the dialog is gone once the view is saved or deleted, after it was given the focus back.
  useEffect(() => {
    if (opened !== undefined || !isAsked.current) return undefined;
    const frame = requestAnimationFrame(() => {
      if (isFocusLost() && focusList()) isAsked.current = false;
    });
    return () => cancelAnimationFrame(frame);
  }, [opened, maySave, ids]);
  if (views.length === 0 && !maySave && !hasFailed && opened === undefined) return null;
  return (
    <>
      {hasFailed && (
        <p className={styles.gone} role="status">
          {text('savedViews.failed')}{' '}
          <Button size="sm" variant="ghost" onPress={listing.retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      <ul className={styles.views} aria-label={text('savedViews.label')}>
        {views.map((view) => {
          const isShown = isSameView(withoutGone(view), now);
          return (
            <li key={view.id} className={cx(styles.view, isShown && styles.shown)}>
              <Pressable
                className={styles.name}
                aria-pressed={isShown}
                {...(view.gone.length > 0 && { title: goneText(text, view) })}
                onPress={() => {
                  for (const event of eventsFor(withoutGone(view), seesAll)) append(event);
                }}
              >
                {view.gone.length > 0 && <AlertIcon size={13} />}
                <span className={styles.words}>{view.name}</span>
              </Pressable>
              {isShown && (
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
        .filter((view) => view.gone.length > 0 && isSameView(withoutGone(view), now))
        .map((view) => (
          <p key={view.id} className={styles.gone} role="status">
            {goneText(text, view)}
          </p>
        ))}
      {opened?.kind === 'new' && <NameDialog formKey="new" name="" query={now} onClose={close} />}
      {opened?.kind === 'rename' && (
        <NameDialog formKey={opened.view.id} name={opened.view.name} query={fieldsOf(opened.view)} onClose={close} />
      )}
      {opened?.kind === 'delete' && <DeleteDialog view={opened.view} onClose={close} />}
    </>
  );
}

const GONE = ['instance_id', 'department_id', 'user_id', 'tag_id'] as const;

/** What the view names and isn't there any more. */
function goneText(text: ReturnType<typeof useText>, { gone }: SavedView): string {
  return GONE.flatMap((field) => (gone.includes(field) ? text(`savedViews.gone.${field}`) : [])).join(' ');
}
