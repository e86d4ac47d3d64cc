import { useId, useRef } from 'react';
import { OUTGOING_FILE_MAX } from '../../../../contract/facts/outgoing-file.ts';
import type { HeaderFile } from '../../../../contract/facts/templates.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { AlertIcon, DocumentIcon, ImageIcon, VideoIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { pictureProblem } from '../chat/sending/picture-problem.ts';
import { useObjectUrl } from '../chat/sending/use-object-url.ts';
import type { TemplateChoice } from './use-template-choice.ts';
import fieldStyles from '../../kit/field.module.css';
import styles from './Templates.module.css';

/** What the system's dialog offers. */
const ACCEPTED: Readonly<Record<HeaderFile, string>> = {
  image: 'image/jpeg,image/png,image/gif',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};

const icons = { image: ImageIcon, video: VideoIcon, document: DocumentIcon } as const;

interface HeaderFileFieldProps {
  readonly header: HeaderFile;
  readonly choice: Pick<TemplateChoice, 'file' | 'chooseFile' | 'isChecked'>;
}

/** Chooses the file of a template's header; its kind and limit are said before. */
export function HeaderFileField({ header, choice: { file: chosen, chooseFile, isChecked } }: HeaderFileFieldProps) {
  const text = useText();
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const max = formats.fileSize(OUTGOING_FILE_MAX[header]);
  const problem = chosen?.problem ?? null;
  const about = chosen && { name: chosen.file.name, size: formats.fileSize(chosen.file.size), max };
  const error =
    about === null
      ? isChecked && text('templates.file.missing')
      : problem !== null && text(`templates.file.${problem}`, about);
  const Icon = icons[header];
  return (
    <div
      className={cx(fieldStyles.field)}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-invalid={error ? '' : undefined}
    >
      <span id={id} className={cx(fieldStyles.label)}>
        {text(`templates.file.${header}`)}
      </span>
      <div className={styles.file}>
        <Button icon={<Icon size={16} />} onPress={() => input.current?.click()}>
          {text(about === null ? 'templates.file.choose' : 'templates.file.change')}
        </Button>
        {about !== null && (
          <span>
            {about.name} <small>{about.size}</small>
          </span>
        )}
      </div>
      <span id={`${id}-hint`} className={cx(fieldStyles.description)}>
        {text(`templates.file.${header}.hint`, { max })}
      </span>
      {error && (
        <span className={cx(fieldStyles.error)} role="alert">
          <AlertIcon />
          <span>{error}</span>
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        data-header=""
        accept={ACCEPTED[header]}
        onChange={({ currentTarget }) => {
          const added = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (added !== undefined) void pictureProblem(added, added.name).then((found) => chooseFile(added, found));
        }}
      />
    </div>
  );
}

/** The header as the customer sees it. */
export function HeaderPreview({ header, file }: { readonly header: HeaderFile; readonly file: File | undefined }) {
  const Icon = icons[header];
  if (file === undefined) {
    return (
      <span className={styles.noHeader}>
        <Icon size={28} />
      </span>
    );
  }
  if (header === 'document') {
    return (
      <span className={styles.document}>
        <Icon size={18} /> {file.name}
      </span>
    );
  }
  return <Shown header={header} file={file} />;
}

function Shown({ header, file }: { readonly header: 'image' | 'video'; readonly file: File }) {
  const url = useObjectUrl(file);
  return header === 'image' ? (
    <img className={styles.header} src={url} alt={file.name} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of the attendant's has none
    <video className={styles.header} src={url} controls preload="metadata" aria-label={file.name} />
  );
}
