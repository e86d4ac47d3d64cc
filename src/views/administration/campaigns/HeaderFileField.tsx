import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { OUTGOING_FILE_MAX } from '../../../../contract/facts/outgoing-file.ts';
import type { HeaderFile } from '../../../../contract/facts/templates.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { headerProblem } from '../../attendance/templates/header-problem.ts';
import { pictureProblem } from '../../attendance/chat/sending/picture-problem.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { AlertIcon, DocumentIcon, ImageIcon, VideoIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAction } from '../form/use-action.ts';
import fieldStyles from '../../kit/field.module.css';
import styles from './Wizard.module.css';

/** What the system's dialog offers. */
const ACCEPTED: Readonly<Record<HeaderFile, string>> = {
  image: 'image/jpeg,image/png,image/gif',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};
const icons = { image: ImageIcon, video: VideoIcon, document: DocumentIcon } as const;

interface HeaderFileFieldProps {
  readonly kind: HeaderFile;
  readonly file: { readonly name: string } | null;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (file: { readonly id: string; readonly name: string }) => void;
  /** An upload is under way; left meanwhile, its file would be lost. */
  readonly onUploading: (isUploading: boolean) => void;
}

/** The file of a template's header: uploaded as soon as it is chosen, and sent to everyone. */
export function HeaderFileField(props: HeaderFileFieldProps) {
  const { kind, file, error: refused, isReadOnly, onChange, onUploading } = props;
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { files, newClientId } = useApp();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ readonly clientId: string; readonly name: string }>();
  const [problem, setProblem] = useState<string>();
  const { run, isPending, isDone, savedId, failure } = useAction('campaign.file', chosen?.clientId ?? id);
  const send = useEffectEvent(() => {
    if (chosen !== undefined) run({ file_name: chosen.name });
  });
  useEffect(() => send(), [chosen]);
  useEffect(() => {
    onUploading(isPending);
    return () => onUploading(false);
  }, [isPending, onUploading]);
  const done = useEffectEvent(() => {
    if (savedId !== null && chosen !== undefined) onChange({ id: savedId, name: chosen.name });
  });
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  const max = formats.fileSize(OUTGOING_FILE_MAX[kind]);
  const choose = async (added: File) => {
    const wrong = headerProblem(kind, {
      file: added,
      name: added.name,
      picture: await pictureProblem(added, added.name),
    });
    if (wrong !== null) {
      setProblem(text(`templates.file.${wrong}`, { name: added.name, size: formats.fileSize(added.size), max }));
      return;
    }
    setProblem(undefined);
    const clientId = newClientId();
    files.keep(clientId, added);
    setChosen({ clientId, name: added.name });
  };
  const error = problem ?? (failure === null ? refused : failureText(failure));
  const Icon = icons[kind];
  return (
    <div
      className={cx(fieldStyles.field)}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-invalid={error === undefined ? undefined : ''}
    >
      <span id={id} className={cx(fieldStyles.label)}>
        {text(`templates.file.${kind}`)}
      </span>
      <div className={styles.file}>
        <Button
          icon={<Icon size={16} />}
          isPending={isPending}
          isDisabled={isReadOnly}
          onPress={() => input.current?.click()}
        >
          {text(file === null ? 'templates.file.choose' : 'templates.file.change')}
        </Button>
        {file !== null && <span>{file.name}</span>}
      </div>
      <span id={`${id}-hint`} className={cx(fieldStyles.description)}>
        {text(`templates.file.${kind}.hint`, { max })} {text('campaign.file.hint')}
      </span>
      {error !== undefined && (
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
        accept={ACCEPTED[kind]}
        onChange={({ currentTarget }) => {
          const added = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (added !== undefined) void choose(added);
        }}
      />
    </div>
  );
}

/** Where the file stands in the message. */
export function HeaderMark({ kind, name }: { readonly kind: HeaderFile; readonly name: string | undefined }) {
  const Icon = icons[kind];
  return (
    <span className={styles.mark}>
      <Icon size={18} /> {name}
    </span>
  );
}
