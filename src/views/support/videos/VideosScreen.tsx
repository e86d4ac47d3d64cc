import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import { LOCALES } from '../../../../contract/facts/locales.ts';
import { selectIsBackoffice, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { TrainingVideo } from '../../../machines/entities/support.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { ActionDialog } from '../../administration/form/ActionDialog.tsx';
import { FilterChoice } from '../../administration/list/FilterChoice.tsx';
import { useListing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { VideoIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { VideoCard } from './VideoCard.tsx';
import { VideoDialog } from './VideoDialog.tsx';
import styles from './VideosScreen.module.css';

const firstQuery: ListQuery = {
  page: 1,
  limit: PAGE_SIZE_MAX,
  search: '',
  sort: { by: 'position', descending: false },
  filters: {},
};

type Opened =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'delete'; readonly video: TrainingVideo };

/** /training-videos: the platform's videos, and which ones the user has watched; the back-office edits the list. */
export function VideosScreen() {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const viewer = useSelector(directory.auth, selectViewer);
  const isBackoffice = useSelector(directory.auth, selectIsBackoffice);
  const { rows, facts, failure, query, updateQuery, retry } = useListing('videos', firstQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isEditor = isBackoffice && viewer !== null && isAdmin(viewer);
  const add = isEditor && (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => setOpened({ kind: 'edit', id: 'new' })}>
      {text('videos.new')}
    </Button>
  );
  const all = facts['all'] ?? 0;
  const filterBy = (name: string) => (value: string | undefined) => {
    const { [name]: _, ...others } = query.filters;
    updateQuery({ filters: value === undefined ? others : { ...others, [name]: value } });
  };
  return (
    <div className={styles.page}>
      <PageHead
        title={text('videos.title')}
        count={all > 0 ? text('videos.seen', { seen: facts['seen'] ?? 0, all }) : undefined}
        action={isEditor ? add : undefined}
        tools={
          <>
            <FilterChoice
              filter={{
                name: 'language',
                label: text('videos.language'),
                options: LOCALES.map((id) => ({ id, label: text(`videos.language.${id}`) })),
              }}
              value={query.filters['language']}
              onChange={filterBy('language')}
            />
            <FilterChoice
              filter={{
                name: 'watched',
                label: text('videos.watched'),
                options: [
                  { id: 'false', label: text('videos.watched.false') },
                  { id: 'true', label: text('videos.watched.true') },
                ],
              }}
              value={query.filters['watched']}
              onChange={filterBy('watched')}
            />
          </>
        }
      />
      {rows === null && failure !== null && (
        <ErrorState title={text('videos.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
      {rows === null && failure === null && (
        <div role="status" aria-label={text('table.loading')} className={styles.videos}>
          <Skeleton shape="block" height={240} />
          <Skeleton shape="block" height={240} />
        </div>
      )}
      {rows !== null && rows.length === 0 && (
        <EmptyState
          icon={<VideoIcon />}
          title={text(all === 0 ? 'videos.empty.title' : 'table.found.none.title')}
          action={
            all === 0 ? (
              add
            ) : (
              <Button onPress={() => updateQuery({ filters: {} })}>{text('table.filters.clear')}</Button>
            )
          }
          className={styles.empty}
        >
          {text(all === 0 ? 'videos.empty.text' : 'table.found.none.text')}
        </EmptyState>
      )}
      {rows !== null && rows.length > 0 && (
        <ul role="list" className={styles.videos}>
          {rows.map((video) => (
            <li key={video.id}>
              <VideoCard
                video={video}
                onEdit={isEditor ? () => setOpened({ kind: 'edit', id: video.id }) : undefined}
                onDelete={isEditor ? () => setOpened({ kind: 'delete', video }) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {opened?.kind === 'edit' && <VideoDialog id={opened.id} onClose={close} />}
      {opened?.kind === 'delete' && (
        <ActionDialog
          form="video.delete"
          formKey={opened.video.id}
          title={text('videos.delete.title', { title: opened.video.title })}
          confirmLabel={text('videos.delete')}
          tone="danger"
          onClose={close}
        >
          {text('videos.delete.text')}
        </ActionDialog>
      )}
    </div>
  );
}
