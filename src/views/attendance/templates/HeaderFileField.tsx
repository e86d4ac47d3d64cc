import { OUTGOING_FILE_MAX } from '../../../../contract/facts/outgoing-file.ts';
import type { HeaderFile } from '../../../../contract/facts/templates.ts';
import { FileField } from '../../kit/FileField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { pictureProblem } from '../chat/sending/picture-problem.ts';
import { useObjectUrl } from '../chat/sending/use-object-url.ts';
import { HEADER_FILE_TYPES, headerFileIcons } from './header-file.ts';
import type { TemplateChoice } from './use-template-choice.ts';
import styles from './Templates.module.css';

interface HeaderFileFieldProps {
  readonly header: HeaderFile;
  readonly choice: Pick<TemplateChoice, 'file' | 'chooseFile' | 'isChecked'>;
}

/** Chooses the file of a template's header; its kind and limit are said before. */
export function HeaderFileField({ header, choice: { file: chosen, chooseFile, isChecked } }: HeaderFileFieldProps) {
  const text = useText();
  const formats = useFormats();
  const max = formats.fileSize(OUTGOING_FILE_MAX[header]);
  const problem = chosen?.problem ?? null;
  const about = chosen && { name: chosen.file.name, size: formats.fileSize(chosen.file.size), max };
  const error =
    about === null
      ? isChecked && text('templates.file.missing')
      : problem !== null && text(`templates.file.${problem}`, about);
  const Icon = headerFileIcons[header];
  return (
    <FileField
      label={text(`templates.file.${header}`)}
      description={text(`templates.file.${header}.hint`, { max })}
      icon={<Icon size={16} />}
      accept={HEADER_FILE_TYPES[header]}
      choose={text(about === null ? 'templates.file.choose' : 'templates.file.change')}
      name={
        about === null ? undefined : (
          <>
            {about.name} <small>{about.size}</small>
          </>
        )
      }
      error={error === false ? undefined : error}
      onChoose={(added) => void pictureProblem(added, added.name).then((found) => chooseFile(added, found))}
    />
  );
}

/** The header as the customer sees it. */
export function HeaderPreview({ header, file }: { readonly header: HeaderFile; readonly file: File | undefined }) {
  const Icon = headerFileIcons[header];
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
