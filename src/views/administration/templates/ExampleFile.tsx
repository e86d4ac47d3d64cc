import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { TEMPLATE_FILE_MAX, type TemplateFileKind } from '../../../../contract/facts/template-form.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { AlertIcon, DocumentIcon, ImageIcon, VideoIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAction } from '../form/use-action.ts';
import { useEditing } from './editing-context.ts';
import fieldStyles from '../../kit/field.module.css';
import styles from './Templates.module.css';

const ACCEPTED: Readonly<Record<TemplateFileKind, string>> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};
const icons = { image: ImageIcon, video: VideoIcon, document: DocumentIcon } as const;

interface ExampleFileProps {
  readonly kind: TemplateFileKind;
  readonly path: string;
  readonly fileId: string | null;
  readonly onChange: (id: string) => void;
}

/** The example of a header that is a file: the provider reviews the template with it. */
export function ExampleFile({ kind, path, fileId, onChange }: ExampleFileProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { files: kept, newClientId } = useApp();
  const { values, problem, isReadOnly, files, onUploaded } = useEditing();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ readonly clientId: string; readonly name: string }>();
  const { run, isPending, isDone, savedId, failure } = useAction('template.file', chosen?.clientId ?? id);
  const send = useEffectEvent(() => {
    if (chosen !== undefined) run({ file_name: chosen.name, instance_id: values.instance_id });
  });
  useEffect(() => send(), [chosen]);
  const done = useEffectEvent(() => {
    if (savedId === null || chosen === undefined) return;
    onUploaded(savedId, chosen.name);
    onChange(savedId);
  });
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  const isBlocked = values.instance_id === null;
  const error = failure === null ? problem(path) : failureText(failure);
  const Icon = icons[kind];
  const name = fileId === null ? undefined : (files.get(fileId) ?? text('template.file.there'));
  return (
    <div
      className={cx(fieldStyles.field)}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-invalid={error === undefined ? undefined : ''}
    >
      <span id={id} className={cx(fieldStyles.label)}>
        {text(`template.file.${kind}`)}
      </span>
      <div className={styles.file}>
        <Button
          icon={<Icon size={16} />}
          isPending={isPending}
          isDisabled={isReadOnly || isBlocked}
          onPress={() => input.current?.click()}
        >
          {text(name === undefined ? 'template.file.choose' : 'template.file.change')}
        </Button>
        {name !== undefined && <span>{name}</span>}
      </div>
      <span id={`${id}-hint`} className={cx(fieldStyles.description)}>
        {isBlocked
          ? text('template.file.account')
          : text(`template.file.${kind}.hint`, { max: formats.fileSize(TEMPLATE_FILE_MAX[kind]) })}
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
        accept={ACCEPTED[kind]}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file === undefined) return;
          const clientId = newClientId();
          kept.keep(clientId, file);
          setChosen({ clientId, name: file.name });
        }}
      />
    </div>
  );
}
