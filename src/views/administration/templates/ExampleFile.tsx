import { useEffect, useEffectEvent, useId, useState } from 'react';
import { TEMPLATE_FILE_MAX, type TemplateFileKind } from '../../../../contract/facts/template-form.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { headerFileIcons } from '../../attendance/templates/header-file.ts';
import { FileField } from '../../kit/FileField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAction } from '../form/use-action.ts';
import { useEditing } from './editing-context.ts';

const ACCEPTED: Readonly<Record<TemplateFileKind, string>> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};

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
  const Icon = headerFileIcons[kind];
  const name = fileId === null ? undefined : (files.get(fileId) ?? text('template.file.there'));
  return (
    <FileField
      label={text(`template.file.${kind}`)}
      description={
        isBlocked
          ? text('template.file.account')
          : text(`template.file.${kind}.hint`, { max: formats.fileSize(TEMPLATE_FILE_MAX[kind]) })
      }
      icon={<Icon size={16} />}
      accept={ACCEPTED[kind]}
      choose={text(name === undefined ? 'template.file.choose' : 'template.file.change')}
      name={name}
      error={error}
      isPending={isPending}
      isDisabled={isReadOnly || isBlocked}
      onChoose={(file) => {
        const clientId = newClientId();
        kept.keep(clientId, file);
        setChosen({ clientId, name: file.name });
      }}
    />
  );
}
