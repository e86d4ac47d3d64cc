import { useState } from 'react';
import type { TrainingVideo } from '../../../machines/entities/support.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { PencilIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { CheckIcon, VideoIcon } from '../../kit/icons.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './VideoCard.module.css';

interface VideoCardProps {
  readonly video: TrainingVideo;
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** A video: played in place on request where embedding is allowed, otherwise a link. */
export function VideoCard({ video, onEdit, onDelete }: VideoCardProps) {
  const { append } = useApp();
  const text = useText();
  const [isPlaying, setPlaying] = useState(false);
  const { id, title, about, embedUrl, language, url, watchedAt } = video;
  const isWatched = watchedAt !== null;
  const mark = (watched: boolean) => {
    // Needs no confirmation: one press undoes it.
    append({ type: 'form.left', form: 'video.watch', key: id });
    append({ type: 'form.opened', form: 'video.watch', key: id, values: { watched } });
    append({ type: 'form.submitted', form: 'video.watch', key: id });
  };
  return (
    <article className={styles.card} aria-labelledby={`video-${id}`}>
      <div className={styles.screen}>
        {embedUrl !== null && isPlaying ? (
          <iframe
            src={`${embedUrl}?autoplay=1`}
            title={title}
            className={styles.frame}
            allow="autoplay; fullscreen; picture-in-picture"
            // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, so it can't remove its sandbox
            sandbox="allow-scripts allow-same-origin allow-presentation"
            referrerPolicy="strict-origin-when-cross-origin"
            allowFullScreen
          />
        ) : (
          <span className={styles.still}>
            <VideoIcon />
            {embedUrl === null ? (
              <a href={url} target="_blank" rel="noopener noreferrer" className={styles.away}>
                {text('videos.open')}
              </a>
            ) : (
              <Button variant="primary" aria-label={text('videos.play.of', { title })} onPress={() => setPlaying(true)}>
                {text('videos.play')}
              </Button>
            )}
          </span>
        )}
      </div>
      <div className={styles.words}>
        <h2 id={`video-${id}`}>{title}</h2>
        {about !== '' && <p>{about}</p>}
      </div>
      <footer className={styles.foot}>
        {language !== null && <Tag>{text(`videos.language.${language}`)}</Tag>}
        <Button
          size="sm"
          variant={isWatched ? 'default' : 'ghost'}
          aria-pressed={isWatched}
          icon={<CheckIcon />}
          onPress={() => mark(!isWatched)}
        >
          {text(isWatched ? 'videos.watched.true' : 'videos.mark')}
        </Button>
        {onEdit !== undefined && (
          <IconButton
            size="sm"
            label={text('videos.edit.of', { title })}
            icon={<PencilIcon />}
            className={styles.edit}
            onPress={onEdit}
          />
        )}
        {onDelete !== undefined && (
          <IconButton size="sm" label={text('videos.delete.of', { title })} icon={<TrashIcon />} onPress={onDelete} />
        )}
      </footer>
    </article>
  );
}
