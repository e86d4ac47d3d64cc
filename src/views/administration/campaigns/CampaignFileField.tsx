import { useEffect, useEffectEvent, useId, useState } from 'react';
import { CAPTION_MAX_LENGTH } from '../../../../contract/facts/limits.ts';
import { OUTGOING_FILE_MAX, outgoingFileKind, type SentAs } from '../../../../contract/facts/outgoing-file.ts';
import type { HeaderFile } from '../../../../contract/facts/templates.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { HEADER_FILE_TYPES, headerFileIcons } from '../../attendance/templates/header-file.ts';
import { headerProblem } from '../../attendance/templates/header-problem.ts';
import { pictureProblem } from '../../attendance/chat/sending/picture-problem.ts';
import { PaperclipIcon } from '../../kit/administration-icons.tsx';
import { FileField } from '../../kit/FileField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAction } from '../form/use-action.ts';
import { textFileProblem } from './campaign-file.ts';

interface CampaignFileFieldProps {
  /** Undefined for a text's file: optional, and of any kind. */
  readonly kind: HeaderFile | undefined;
  /** A card's file; else the header's. */
  readonly label?: string | undefined;
  /** Called with the new file. */
  readonly hint?: string | undefined;
  readonly file: { readonly name: string } | null;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (file: { readonly id: string; readonly name: string }) => void;
  readonly onRemove?: (() => void) | undefined;
  /** Called when an upload begins or ends: leaving meanwhile would lose the file. */
  readonly onUploading: (isUploading: boolean) => void;
}

/** The file of a template's header or card, or one beside a text: uploaded as soon as it is chosen. */
export function CampaignFileField(props: CampaignFileFieldProps) {
  const { kind, label, hint, file, error: refused, isReadOnly, onChange, onRemove, onUploading } = props;
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const { files, newClientId } = useApp();
  const id = useId();
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
  const maxOf = (each: SentAs) => formats.fileSize(OUTGOING_FILE_MAX[each]);
  const choose = async (added: File) => {
    const picked = { file: added, name: added.name, picture: await pictureProblem(added, added.name) };
    const wrong = kind === undefined ? textFileProblem(picked) : headerProblem(kind, picked);
    if (wrong !== null) {
      const isOther = kind === undefined && wrong === 'otherKind';
      const about = {
        name: added.name,
        size: formats.fileSize(added.size),
        max: maxOf(outgoingFileKind(added.name).sentAs),
      };
      setProblem(text(isOther ? 'campaign.message.file.otherKind' : `templates.file.${wrong}`, about));
      return;
    }
    setProblem(undefined);
    const clientId = newClientId();
    files.keep(clientId, added);
    setChosen({ clientId, name: added.name });
  };
  const error = problem ?? (failure === null ? refused : failureText(failure));
  const Icon = kind === undefined ? PaperclipIcon : headerFileIcons[kind];
  return (
    <FileField
      label={label ?? text(kind === undefined ? 'campaign.message.file' : `templates.file.${kind}`)}
      description={
        kind === undefined
          ? text('campaign.message.file.hint', {
              image: maxOf('image'),
              video: maxOf('video'),
              audio: maxOf('audio'),
              document: maxOf('document'),
              max: CAPTION_MAX_LENGTH,
            })
          : `${text(`templates.file.${kind}.hint`, { max: maxOf(kind) })} ${hint ?? ''}`.trim()
      }
      icon={<Icon size={16} />}
      accept={kind === undefined ? '' : HEADER_FILE_TYPES[kind]}
      choose={text(file === null ? 'templates.file.choose' : 'templates.file.change')}
      name={file?.name}
      error={error}
      isPending={isPending}
      isDisabled={isReadOnly}
      onChoose={(added) => void choose(added)}
      removal={
        onRemove && {
          label: text('campaign.message.file.remove'),
          onRemove: () => {
            setProblem(undefined);
            onRemove();
          },
        }
      }
    />
  );
}
