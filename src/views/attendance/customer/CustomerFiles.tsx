import { useState } from 'react';
import { MEDIA_ADDRESS_SECONDS } from '../../../../contract/facts/media.ts';
import { CUSTOMER_MEDIA_PAGE, MEDIA_GROUPS, type MediaGroup } from '../../../../contract/facts/customers.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { CustomerFile } from '../../../machines/entities/customers.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { part } from '../../kit/part.tsx';
import { Button } from '../../kit/Button.tsx';
import { DocumentIcon, ImageIcon, MicIcon, VideoIcon } from '../../kit/icons.tsx';
import { Pressable } from '../../kit/Pressable.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CardSkeleton } from './CardSkeleton.tsx';
import { useListOf } from './use-list-of.ts';
import styles from './CustomerCard.module.css';

const PictureViewer = part(
  async () => (await import('../chat/media/PictureViewer.tsx')).PictureViewer,
  [conversationArea],
  { onClose: ({ onClose }) => onClose() },
);

const AbsentDocument = part(async () => (await import('./AbsentDocument.tsx')).AbsentDocument, [conversationArea], {
  fallback: ({ file }) => <span className={styles.document}>{file.name}</span>,
  isInPlace: 'below',
});

/** Files of a customer over all instances: pictures, videos and stickers, or documents and audio, newest first. */
export function CustomerFiles({ customerId }: { readonly customerId: string }) {
  const text = useText();
  const [group, setGroup] = useState<MediaGroup>('pictures');
  const { rows, total, query, updateQuery, failure, retry } = useListOf(
    'chat.files',
    { customer: customerId, group },
    firstQuery,
  );
  return (
    <section className={styles.section} aria-labelledby="customer-files">
      <div className={styles.head}>
        <h3 id="customer-files" className={styles.title}>
          {text('customers.files')}
        </h3>
      </div>
      <SegmentedControl
        className={styles.segments}
        label={text('customers.files')}
        options={MEDIA_GROUPS.map((value) => ({ value, label: text(`customers.files.${value}`) }))}
        value={group}
        onChange={setGroup}
      />
      {failure !== null && rows === null ? (
        <p className={styles.note}>
          {text('customers.files.failed')}{' '}
          <Button variant="link" size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      ) : rows === null ? (
        <CardSkeleton />
      ) : rows.length === 0 ? (
        <p className={styles.note}>{text(`customers.files.none.${group}`)}</p>
      ) : (
        <>
          {group === 'pictures' ? <Pictures files={withoutSame(rows)} /> : <Documents files={withoutSame(rows)} />}
          {total > rows.length && (
            <Button
              className={styles.more}
              size="sm"
              onPress={() => updateQuery({ limit: query.limit + CUSTOMER_MEDIA_PAGE })}
            >
              {text('customers.files.more', { count: total - rows.length })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** The addresses expire after ten minutes: new ones are fetched before that. */
const firstQuery: Partial<ListQuery> = {
  limit: CUSTOMER_MEDIA_PAGE,
  sort: { by: 'at', descending: true },
  renewMs: (MEDIA_ADDRESS_SECONDS - 60) * 1_000,
};

/** What says which of the pictures it is. */
const LABELS = {
  video: 'customers.files.video',
  sticker: 'customers.files.sticker',
  image: 'customers.files.image',
} as const;

/** Where all are of one instance, its name beside each says nothing. */
function withoutSame(files: readonly CustomerFile[]): readonly CustomerFile[] {
  const isMixed = new Set(files.map(({ instanceName }) => instanceName)).size > 1;
  return isMixed ? files : files.map((file) => ({ ...file, instanceName: null }));
}

function withInstance(facts: string, { instanceName }: CustomerFile): string {
  return instanceName === null ? facts : `${facts} · ${instanceName}`;
}

function Pictures({ files }: { readonly files: readonly CustomerFile[] }) {
  const text = useText();
  const formats = useFormats();
  const [openId, setOpenId] = useState<string>();
  const pictures = files.map((file) => {
    const kind = file.tag === 'video' || file.tag === 'sticker' ? file.tag : 'image';
    const label = withInstance(text(LABELS[kind], { date: formats.date(file.at) }), file);
    return { id: file.id, isVideo: kind === 'video', label, caption: null, at: file.at, file };
  });
  return (
    <div className={styles.pictures}>
      {pictures.map(({ id, isVideo, label, file }) => {
        // Small ones have no preview.
        const source = file.previewUrl ?? (isVideo ? null : file.url);
        const shown = (
          <>
            {source !== null ? <img src={source} alt="" loading="lazy" /> : isVideo ? <VideoIcon /> : <ImageIcon />}
            {file.instanceName !== null && <small>{file.instanceName}</small>}
          </>
        );
        // The viewer says why it isn't there, and offers a retry.
        const absent = file.url === null ? text('customers.files.absent') : undefined;
        return (
          <Pressable
            key={id}
            className={styles.picture}
            aria-label={absent === undefined ? label : `${label}, ${absent}`}
            title={absent}
            aria-haspopup="dialog"
            onPress={() => setOpenId(id)}
          >
            {shown}
          </Pressable>
        );
      })}
      {openId !== undefined && (
        <PictureViewer pictures={pictures} firstId={openId} onClose={() => setOpenId(undefined)} />
      )}
    </div>
  );
}

function Documents({ files }: { readonly files: readonly CustomerFile[] }) {
  const text = useText();
  const formats = useFormats();
  return (
    <ul role="list">
      {files.map((file) => {
        const name = file.name ?? text(file.tag === 'audio' ? 'customers.files.audio' : 'customers.files.document');
        const size = file.size === null ? [] : [formats.fileSize(file.size)];
        const facts = withInstance([formats.date(file.at), ...size].join(' · '), file);
        const content = (
          <>
            {file.previewUrl !== null ? (
              <img src={file.previewUrl} alt="" loading="lazy" />
            ) : file.tag === 'audio' ? (
              <MicIcon size={18} />
            ) : (
              <DocumentIcon size={18} />
            )}
            <span>{name}</span>
            <small>{facts}</small>
          </>
        );
        return (
          <li key={file.id} className={file.url === null ? styles.absent : undefined} data-file="" tabIndex={-1}>
            {file.url === null ? (
              <AbsentDocument file={file} />
            ) : (
              <a className={styles.document} href={file.url} target="_blank" rel="noreferrer">
                {content}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
