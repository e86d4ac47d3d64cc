import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { createPortal } from 'react-dom';
import { OUTGOING_FILE_MAX, type SentAs } from '../../../../../contract/facts/outgoing-file.ts';
import type { OutgoingMessage, Shared } from '../../../../machines/log/events-send.ts';
import { choicesArea } from '../../../../i18n/areas/choices.ts';
import { useApp } from '../../../app/app-context.tsx';
import { PaperclipIcon, SlashIcon } from '../../../kit/administration-icons.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { DocumentIcon, ImageIcon, MicIcon } from '../../../kit/icons.tsx';
import { MenuButton } from '../../../kit/MenuButton.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { attachFiles } from '../../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { isTouch } from '../../focus.ts';
import { writeSlash } from '../composer-field.ts';
import { EmojiButton } from '../emoji/EmojiButton.tsx';
import { outgoingFile, type Picked } from './chosen.ts';
import { ClosedContext } from './closed.ts';
import { CameraIcon, CardIcon, ChoicesIcon, LinkIcon, PlaceIcon } from './icons.tsx';
import { SmsCounter } from './SmsCounter.tsx';
import { pictureProblem } from './picture-problem.ts';
import { useIncomingFiles } from './use-incoming-files.ts';
import styles from './Sending.module.css';

// Campaigns count their texts with it: in a file of its own it would be one more name on the first page.
export { SmsSize } from './SmsSize.tsx';

const FilesTray = part(async () => (await import('./FilesTray.tsx')).FilesTray, [], {
  onClose: ({ onClose }) => onClose(),
});
const AddressDialog = part(async () => (await import('./AddressDialog.tsx')).AddressDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const PlaceDialog = part(async () => (await import('./PlaceDialog.tsx')).PlaceDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const ContactDialog = part(async () => (await import('./ContactDialog.tsx')).ContactDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const ChoicesDialog = part(async () => (await import('./ChoicesDialog.tsx')).ChoicesDialog, [choicesArea], {
  onClose: ({ onClose }) => onClose(),
});
const VoiceDialog = part(async () => (await import('./VoiceDialog.tsx')).VoiceDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

/** Submits a message with more than text. `keepsDraft`: what is typed stays; only the first of several has the quote. */
export type SendMore = (
  more: Pick<OutgoingMessage, 'clientId' | 'file' | 'imageUrl' | 'reactsTo' | 'template' | 'shares'>,
  text: string,
  keepsDraft: boolean,
  isFirst: boolean,
) => void;

/** A message with a file, with the address of an image, or with a place, a contact card or choices. */
interface Sent {
  readonly text: string;
  readonly file?: { readonly blob: Blob; readonly name: string };
  readonly imageUrl?: string;
  readonly shares?: Shared;
  readonly keepsDraft: boolean;
  readonly isFirst: boolean;
}

/** Returns the client id. */
export type Submit = (sent: Sent) => string;

export interface SendingProps {
  /** The whole chat, over which files are dropped. */
  readonly chat: HTMLElement | null;
  /** Where the buttons are drawn, in the composer. */
  readonly slot: HTMLElement | null;
  /** By SMS there is nothing but texts; a gateway takes more files. */
  readonly instance: { readonly sms?: true; readonly gateway?: true };
  readonly customerName: string;
  /** Why nothing can be sent now, in words; what is open stays so. */
  readonly closed: string | undefined;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onSend: SendMore;
}

type Open =
  | { readonly kind: 'files'; readonly files: readonly Picked[] }
  | { readonly kind: 'address' | 'place' | 'contact' | 'choices' | 'voice' };

/** What the channel has besides typing: by SMS a counter, else everything that sends more than text. */
export function Sending(props: SendingProps) {
  return props.instance.sms ? <SmsCounter {...props} /> : <MoreThanText {...props} />;
}

/** The buttons of the composer, and what they open. */
function MoreThanText({ chat, slot, instance, customerName, closed, draft, onDraft, onSend }: SendingProps) {
  const text = useText();
  const formats = useFormats();
  const { files, newClientId } = useApp();
  const photos = useRef<HTMLInputElement>(null);
  const documents = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open>();
  const isClosing = useRef(false);
  const close = () => {
    isClosing.current = true;
    setOpen(undefined);
  };
  useEffect(() => {
    if (open !== undefined || !isClosing.current) return;
    isClosing.current = false;
    // At once: what is typed next belongs there, and the dialog gives the focus back only while nothing has it.
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [open]);
  const choose = async (added: readonly File[]) => {
    const picked = await Promise.all(
      added.map(async (file) => ({ file, name: file.name, picture: await pictureProblem(file, file.name) })),
    );
    setOpen((before) => ({ kind: 'files', files: [...(before?.kind === 'files' ? before.files : []), ...picked] }));
  };
  const submit: Submit = ({ text: words, file, imageUrl, shares, keepsDraft, isFirst }) => {
    const clientId = newClientId();
    if (file !== undefined) {
      const { blob, name } = file;
      files.keep(clientId, blob);
      onSend({ clientId, file: outgoingFile(blob, name) }, words, keepsDraft, isFirst);
    } else if (imageUrl !== undefined) onSend({ clientId, imageUrl }, words, keepsDraft, isFirst);
    else if (shares !== undefined) onSend({ clientId, shares }, words, keepsDraft, isFirst);
    return clientId;
  };
  const isOver = useIncomingFiles(chat, (added) => void choose(added));
  useShortcut(attachFiles, chat === null ? undefined : () => documents.current?.click());
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const added = [...(currentTarget.files ?? [])];
    // The same file may be chosen again.
    currentTarget.value = '';
    if (added.length > 0) void choose(added);
  };
  const size = (as: SentAs) => formats.fileSize(OUTGOING_FILE_MAX[as]);
  const entries = [
    {
      id: 'photos',
      label: text('sending.photos'),
      hint: text('sending.photos.limits', { image: size('image'), video: size('video') }),
      icon: <ImageIcon size={16} />,
    },
    {
      id: 'document',
      label: text('sending.document'),
      hint: text('sending.document.limits', { max: size('document'), audio: size('audio') }),
      icon: <DocumentIcon size={16} />,
    },
    ...(isTouch() ? [{ id: 'camera', label: text('sending.camera'), icon: <CameraIcon size={16} /> }] : []),
    { id: 'address', label: text('sending.address'), icon: <LinkIcon size={16} /> },
    { id: 'place', label: text('sending.place'), icon: <PlaceIcon size={16} /> },
    { id: 'contact', label: text('sending.contact'), icon: <CardIcon size={16} /> },
    { id: 'choices', label: text('sending.choices'), icon: <ChoicesIcon size={16} /> },
  ];
  const onSelect = (id: string) => {
    if (id === 'photos') photos.current?.click();
    else if (id === 'document') documents.current?.click();
    else if (id === 'camera') camera.current?.click();
    else if (id === 'place' || id === 'contact' || id === 'choices') setOpen({ kind: id });
    else setOpen({ kind: 'address' });
  };
  const input = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true, onChange } as const;

  return (
    <>
      {slot !== null &&
        createPortal(
          <>
            <MenuButton
              label={text('sending.attach')}
              variant="icon"
              placement="top start"
              groups={[{ id: 'attach', entries, onSelect }]}
            >
              <PaperclipIcon />
            </MenuButton>
            <EmojiButton />
            <IconButton
              label={text('sending.replies')}
              icon={<SlashIcon />}
              className={styles.replies}
              onPress={writeSlash}
            />
            {draft === '' && (
              <IconButton
                label={text('sending.voice')}
                icon={<MicIcon />}
                className={styles.voice}
                onPress={() => setOpen({ kind: 'voice' })}
              />
            )}
            <input ref={photos} {...input} multiple accept="image/*,video/*" />
            <input ref={documents} {...input} multiple data-attach="" />
            <input ref={camera} {...input} accept="image/*" capture="environment" />
          </>,
          slot,
        )}
      {chat !== null &&
        isOver &&
        createPortal(
          <div className={styles.drop} role="status">
            <PaperclipIcon size={28} />
            <p>{text('sending.drop', { name: customerName })}</p>
          </div>,
          chat,
        )}
      <ClosedContext value={closed}>
        {open?.kind === 'files' && (
          <FilesTray
            added={open.files}
            onAdd={(added) => void choose(added)}
            instance={instance}
            draft={draft}
            onDraft={onDraft}
            onSend={submit}
            onClose={close}
          />
        )}
        {open?.kind === 'address' && <AddressDialog draft={draft} onDraft={onDraft} onSend={submit} onClose={close} />}
        {open?.kind === 'place' && <PlaceDialog onSend={submit} onClose={close} />}
        {open?.kind === 'contact' && <ContactDialog onSend={submit} onClose={close} />}
        {open?.kind === 'choices' && <ChoicesDialog draft={draft} onDraft={onDraft} onSend={submit} onClose={close} />}
        {open?.kind === 'voice' && <VoiceDialog onSend={submit} onClose={close} />}
      </ClosedContext>
    </>
  );
}
