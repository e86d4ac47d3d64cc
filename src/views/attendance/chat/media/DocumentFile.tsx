import { useId, useRef, useState } from 'react';
import type { Message } from '../../../../machines/entities/entities.ts';
import { DownloadIcon } from '../../../kit/administration-icons.tsx';
import { cx } from '../../../kit/cx.ts';
import { DocumentIcon } from '../../../kit/icons.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { tagIcons } from '../Attachment.tsx';
import { tagNames } from '../use-preview.ts';
import { FileState } from './FileState.tsx';
import { FirstPage } from './FirstPage.tsx';
import type { FileView } from './use-file.ts';
import styles from './MessageFile.module.css';

const PdfViewer = part(async () => (await import('./PdfViewer.tsx')).PdfViewer, [], {
  onClose: ({ onClose }) => onClose(),
});

interface DocumentFileProps {
  readonly message: Pick<Message, 'tag' | 'documentName'>;
  readonly file: FileView;
  /** Whether the file is asked for; what is far off shows no progress. */
  readonly isAsked: boolean;
  /** In a list: without its first page. */
  readonly isRow?: boolean;
  /** Why what isn't a document can only be downloaded. */
  readonly note?: string | undefined;
}

/** A document's card, under a PDF's first page: a PDF opens in the viewer, or in a new tab where the browser has none; others are downloaded. */
export function DocumentFile({
  message: { tag, documentName },
  file,
  isAsked,
  isRow = false,
  note,
}: DocumentFileProps) {
  const text = useText();
  const formats = useFormats();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [brokenPage, setBrokenPage] = useState<string>();
  const noteId = useId();
  const Icon = tagIcons[tag] ?? DocumentIcon;
  const { phase, media, isFresh, whenFresh } = file;
  const name = documentName ?? text(tagNames[tag]);
  // What has no name of its own is called by its bytes.
  const kind = /[./](\w{1,5})$/u.exec(documentName ?? media?.mimeType ?? '')?.[1]?.toUpperCase() ?? text(tagNames[tag]);
  const url = phase === 'ready' || phase === 'unshown' ? (media?.url ?? null) : null;
  const bytes = media?.bytes ?? null;
  const facts = bytes === null ? kind : `${kind} · ${formats.fileSize(bytes)}`;
  const isPdf = media?.mimeType === 'application/pdf';

  if (url === null) {
    // Its place is kept for as long as there may be one.
    const mayHavePage = !isRow && tag === 'pdf' && (phase === 'loading' || phase === 'fetching');
    return (
      <div className={cx(styles.document, mayHavePage && styles.withPage)}>
        {mayHavePage && <FirstPage />}
        <Icon size={18} />
        <span>
          <b>{name}</b>
          <small>{isAsked ? <FileState file={file} /> : kind}</small>
        </span>
      </div>
    );
  }
  const previewUrl = isRow || !isPdf || phase !== 'ready' ? null : media.previewUrl;
  const page = previewUrl === null || previewUrl === brokenPage ? undefined : previewUrl;
  const onPageBroken = () => {
    if (isFresh()) setBrokenPage(page);
    else whenFresh(() => undefined);
  };
  const hasViewer = isPdf && navigator.pdfViewerEnabled;
  return (
    <>
      <a
        ref={link}
        className={cx(styles.document, page !== undefined && styles.withPage)}
        href={url}
        aria-label={`${text(hasViewer ? 'media.pdf.view' : isPdf ? 'media.open' : 'media.save', { name })}, ${facts}`}
        {...(isPdf ? { target: '_blank', rel: 'noopener noreferrer' } : { download: name })}
        {...(hasViewer && { 'aria-haspopup': 'dialog' })}
        {...(note !== undefined && { 'aria-describedby': noteId })}
        onClick={(event) => {
          // In a new tab, as asked.
          const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
          if (hasViewer && isPlain) {
            event.preventDefault();
            whenFresh(() => setOpen(true));
            return;
          }
          if (isFresh()) return;
          event.preventDefault();
          whenFresh(() => link.current?.click());
        }}
      >
        {page !== undefined && <FirstPage url={page} onBroken={onPageBroken} />}
        <Icon size={18} />
        <span>
          <b>{name}</b>
          <small>{facts}</small>
          {note !== undefined && (
            <small id={noteId} className={styles.note}>
              {note}
            </small>
          )}
        </span>
        {!hasViewer && <DownloadIcon size={16} />}
      </a>
      {isOpen && <PdfViewer name={name} url={url} onClose={() => setOpen(false)} />}
    </>
  );
}
