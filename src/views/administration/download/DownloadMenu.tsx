import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { DownloadIcon } from '../../kit/further-icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import type { Download } from './use-download.ts';

const sheetFormats = ['csv', 'xlsx'] as const;
type SheetFormat = (typeof sheetFormats)[number];

interface DownloadMenuProps {
  readonly download: Download;
  /** What can be taken; the id is told back. One alone is not named. */
  readonly sheets: readonly { readonly id: string; readonly label: string }[];
  readonly onChoose: (sheet: string, format: SheetFormat) => void;
}

/** Takes what is shown as a file. */
export function DownloadMenu({ download, sheets, onChoose }: DownloadMenuProps) {
  const text = useText();
  const isOne = sheets.length === 1;
  const { isPending } = download;
  const name = text(isPending ? 'download.pending' : 'download');
  // The same button all the while, so that it keeps the focus.
  return (
    <MenuButton
      label={name}
      placement="bottom end"
      groups={sheetFormats.map((format) => ({
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
      {name}
    </MenuButton>
  );
}

/** Why the file isn't there. */
export function DownloadProblem({ download }: { readonly download: Download }) {
  const text = useText();
  const failureText = useFailureText();
  const { failure, dismiss } = download;
  if (failure === null) return null;
  return (
    <Banner tone="danger" title={text('download.failed')} onClose={dismiss}>
      {failureText(failure)}
    </Banner>
  );
}
