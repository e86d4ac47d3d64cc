import { useRef } from 'react';
import { SHEET_FORMATS } from '../../../../contract/facts/administration.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import type { Download } from './use-download.ts';
import styles from './DownloadMenu.module.css';

type SheetFormat = (typeof SHEET_FORMATS)[number];

interface DownloadMenuProps {
  readonly download: Download;
  /** The downloads to choose from; a single one isn't labelled. */
  readonly sheets: readonly { readonly id: string; readonly label: string }[];
  readonly onChoose: (sheet: string, format: SheetFormat) => void;
  /** Only an icon. */
  readonly isSmall?: boolean;
}

/** Downloads what the screen shows. */
export function DownloadMenu({ download, sheets, onChoose, isSmall = false }: DownloadMenuProps) {
  const text = useText();
  const isOne = sheets.length === 1;
  const { isPending } = download;
  const name = text(isPending ? 'download.pending' : 'download');
  // The same element in every state, so that it keeps the focus.
  return (
    <MenuButton
      label={name}
      placement="bottom end"
      {...(isSmall && { variant: 'icon' as const })}
      groups={SHEET_FORMATS.map((format) => ({
        id: format,
        ...(isOne ? {} : { title: text(`download.${format}`) }),
        entries: sheets.map(({ id, label }) => ({
          id: `${format}:${id}`,
          label: isOne ? text(`download.${format}`) : label,
          isDisabled: isPending,
        })),
        onSelect: (chosen) => onChoose(chosen.slice(format.length + 1), format),
      }))}
    >
      {isPending ? <Spinner /> : <DownloadIcon />}
      {!isSmall && name}
    </MenuButton>
  );
}

/** A download's progress or error, with a button to stop or retry. */
export function DownloadProblem({ download }: { readonly download: Download }) {
  const text = useText();
  const failureText = useFailureText();
  const place = useRef<HTMLDivElement>(null);
  const { bytes, failure, dismiss, retry, stop } = download;
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {bytes !== null && (
        <Banner
          title={text('download.pending')}
          action={
            <Button
              size="sm"
              onPress={() => {
                // The pressed button disappears.
                place.current?.focus();
                stop();
              }}
            >
              {text('download.stop')}
            </Button>
          }
        >
          <DownloadProgress bytes={bytes} />
        </Banner>
      )}
      {failure !== null && (
        <Banner
          tone="danger"
          title={text('download.failed')}
          onClose={dismiss}
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)} {text('download.failed.text')}
        </Banner>
      )}
    </div>
  );
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * 1024;

/** Bytes downloaded so far; not announced at each step. */
export function DownloadProgress({ bytes }: { readonly bytes: number }) {
  const text = useText();
  const { number } = useFormats();
  return (
    <span aria-hidden="true" className={styles.progress}>
      {bytes < MEGABYTE
        ? text('download.kilobytes', { size: number(Math.ceil(bytes / KILOBYTE)) })
        : text('download.megabytes', { size: number(bytes / MEGABYTE) })}
    </span>
  );
}
