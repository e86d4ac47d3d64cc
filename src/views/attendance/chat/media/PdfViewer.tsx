import { DownloadIcon } from '../../../kit/administration-icons.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './PdfViewer.module.css';

interface PdfViewerProps {
  readonly name: string;
  readonly url: string;
  readonly onClose: () => void;
}

/** A PDF in the browser's own viewer, which the server's answer keeps in a sandbox. */
export function PdfViewer({ name, url, onClose }: PdfViewerProps) {
  const text = useText();
  return (
    <Dialog
      title={name}
      isOpen
      onClose={onClose}
      size="xl"
      footer={
        <>
          <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
            {text('media.pdf.tab')}
          </a>
          <a className={styles.link} href={url} download={name}>
            <DownloadIcon size={16} />
            {text('media.download')}
          </a>
        </>
      }
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the answer's own policy is one; another keeps the browser's viewer from working */}
      <iframe className={styles.frame} src={`${url}#navpanes=0`} title={name} />
    </Dialog>
  );
}
