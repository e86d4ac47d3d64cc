import { useRef, useState } from 'react';
import type { Message } from '../../../../machines/entities/entities.ts';
import { DownloadIcon } from '../../../kit/administration-icons.tsx';
import { DocumentIcon } from '../../../kit/icons.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { tagNames } from '../use-preview.ts';
import { FileState } from './FileState.tsx';
import type { FileView } from './use-file.ts';
import styles from './MessageFile.module.css';

const PdfViewer = part(async () => (await import('./PdfViewer.tsx')).PdfViewer, {
  onClose: ({ onClose }) => onClose(),
});

interface DocumentFileProps {
  readonly message: Message;
  readonly file: FileView;
  /** Whether the file is asked for; what is far off shows no progress. */
  readonly isAsked: boolean;
}

/** A document's card: a PDF opens in the viewer, or in a new tab where the browser has none; others are downloaded. */
export function DocumentFile({ message: { tag, documentName }, file, isAsked }: DocumentFileProps) {
  const text = useText();
  const formats = useFormats();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { phase, media, isFresh, whenFresh } = file;
  const name = documentName ?? text(tagNames[tag]);
  const kind = /\.(\w{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? text(tagNames[tag]);
  const url = phase === 'ready' ? (media?.url ?? null) : null;
  const bytes = media?.bytes ?? null;
  const facts = bytes === null ? kind : `${kind} · ${formats.fileSize(bytes)}`;
  const isPdf = media?.mimeType === 'application/pdf';

  if (url === null)
    return (
      <div className={styles.document}>
        <DocumentIcon size={18} />
        <span>
          <b>{name}</b>
          <small>{isAsked ? <FileState file={file} /> : kind}</small>
        </span>
      </div>
    );
  const hasViewer = isPdf && navigator.pdfViewerEnabled;
  return (
    <>
      <a
        ref={link}
        className={styles.document}
        href={url}
        aria-label={`${text(hasViewer ? 'media.pdf.view' : isPdf ? 'media.open' : 'media.save', { name })}, ${facts}`}
        {...(isPdf ? { target: '_blank', rel: 'noopener noreferrer' } : { download: name })}
        {...(hasViewer && { 'aria-haspopup': 'dialog' })}
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
        <DocumentIcon size={18} />
        <span>
          <b>{name}</b>
          <small>{facts}</small>
        </span>
        {!hasViewer && <DownloadIcon size={16} />}
      </a>
      {isOpen && <PdfViewer name={name} url={url} onClose={() => setOpen(false)} />}
    </>
  );
}
