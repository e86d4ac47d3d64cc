import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { IconButton } from '../../../src/views/kit/Button.tsx';
import { PlusIcon } from '../../../src/views/kit/administration-icons.tsx';
import {
  CloseIcon,
  DocumentIcon,
  ImageIcon,
  MapPinIcon,
  MicIcon,
  PersonIcon,
  SendIcon,
  StickerIcon,
  VideoIcon,
} from '../../../src/views/kit/icons.tsx';
import type { MessageView } from '../view.ts';
import type { WrittenMessage } from '../written-message.ts';
import { Quote } from './MessageList.tsx';
import { say } from './texts.ts';
import type { TextKey } from './texts.ts';
import { typeName } from './type-name.ts';

interface Attachment {
  readonly icon: ReactNode;
  readonly text: TextKey;
  readonly written: WrittenMessage;
}

const attachments: readonly Attachment[] = [
  { icon: <ImageIcon />, text: 'photo', written: { type: 'image', caption: 'A vista daqui' } },
  { icon: <DocumentIcon />, text: 'document', written: { type: 'document', caption: 'Segue o comprovante' } },
  { icon: <MicIcon />, text: 'audio', written: { type: 'audio' } },
  { icon: <VideoIcon />, text: 'video', written: { type: 'video' } },
  { icon: <StickerIcon />, text: 'sticker', written: { type: 'sticker' } },
  {
    icon: <MapPinIcon />,
    text: 'location',
    written: {
      type: 'location',
      latitude: -23.561_414,
      longitude: -46.655_881,
      name: 'MASP',
      address: 'Av. Paulista, 1578, São Paulo',
    },
  },
  {
    icon: <PersonIcon />,
    text: 'contact',
    written: { type: 'contacts', contacts: [{ name: 'Rui Azevedo', phone: '+55 11 98765-4321' }] },
  },
];

interface ComposerProps {
  readonly chat: string;
  readonly company: string;
  /** SMS carries only texts. */
  readonly isTextOnly: boolean;
  /** The message to reply to. */
  readonly reply: MessageView | null;
  /** The own message to change. */
  readonly edited: MessageView | null;
  readonly onReplyEnd: () => void;
  /** False: refused. */
  readonly onSend: (written: WrittenMessage) => Promise<boolean>;
}

/** The message input: Enter sends, Shift+Enter breaks the line. Each chat has its own draft. */
export function Composer({ chat, company, isTextOnly, reply, edited, onReplyEnd, onSend }: ComposerProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [isMenuOpen, setMenuOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = drafts[chat] ?? '';
  const isEmpty = draft.trim() === '';
  const aside = reply ?? edited;
  const asideId = aside?.id;

  useEffect(() => {
    if (asideId !== undefined) field.current?.focus();
  }, [asideId]);
  const [editedBefore, setEditedBefore] = useState(edited?.id);
  if (editedBefore !== edited?.id) {
    setEditedBefore(edited?.id);
    if (edited !== null) setDrafts((existing) => ({ ...existing, [chat]: edited.text }));
  }
  useEffect(() => {
    if (!isMenuOpen) return undefined;
    element.current?.querySelector<HTMLElement>('.attachment')?.focus();
    const close = ({ target }: Event) => {
      if (target instanceof Node && element.current?.contains(target) !== true) setMenuOpen(false);
    };
    document.addEventListener('pointerdown', close, true);
    return () => document.removeEventListener('pointerdown', close, true);
  }, [isMenuOpen]);

  const write = (text: string) => setDrafts((existing) => ({ ...existing, [chat]: text }));
  const takeReply = () => {
    onReplyEnd();
    return reply === null ? {} : { replyTo: reply.id };
  };
  const sendText = async () => {
    const body = draft.trim();
    if (isEmpty) return;
    const written: WrittenMessage =
      edited === null ? { type: 'text', body, ...takeReply() } : { type: 'edit', messageId: edited.id, body };
    onReplyEnd();
    write('');
    if (await onSend(written)) return;
    // A refused message is restored, unless the next one has been started.
    setDrafts((existing) => ((existing[chat] ?? '') === '' ? { ...existing, [chat]: body } : existing));
  };
  const attach = (written: WrittenMessage) => {
    setMenuOpen(false);
    field.current?.focus();
    void onSend({ ...written, ...takeReply() });
  };
  const stepBack = () => {
    if (isMenuOpen) setMenuOpen(false);
    else {
      if (edited !== null) write('');
      onReplyEnd();
    }
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void sendText();
  };

  return (
    <div
      ref={element}
      role="presentation"
      className="composer"
      onKeyDown={(event) => {
        if (event.key === 'Escape') stepBack();
      }}
    >
      {isMenuOpen && !isTextOnly && (
        <div className="attachments" id="attachments" role="group" aria-label={say('attach')}>
          {attachments.map(({ icon, text, written }) => (
            <button key={text} type="button" className="attachment" onClick={() => attach(written)}>
              {icon}
              {say(text)}
            </button>
          ))}
        </div>
      )}
      {aside !== null && (
        <div className="replying">
          <Quote
            text={aside.text || typeName(aside.type)}
            isOwn={aside.direction === 'fromCustomer'}
            company={company}
          />
          <IconButton
            size="sm"
            label={say(reply === null ? 'stopEdit' : 'stopReply')}
            icon={<CloseIcon />}
            onPress={stepBack}
          />
        </div>
      )}
      <form
        className="box"
        onSubmit={(event) => {
          event.preventDefault();
          void sendText();
        }}
      >
        {!isTextOnly && (
          <IconButton
            className="round"
            label={say('attach')}
            icon={<PlusIcon />}
            aria-expanded={isMenuOpen}
            aria-controls={isMenuOpen ? 'attachments' : undefined}
            onPress={() => setMenuOpen(!isMenuOpen)}
          />
        )}
        <textarea
          ref={field}
          rows={1}
          maxLength={MESSAGE_MAX_LENGTH}
          placeholder={say('write')}
          aria-label={say('write')}
          value={draft}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          className="round"
          type="submit"
          variant="primary"
          label={say('send')}
          icon={<SendIcon />}
          isDisabled={isEmpty}
        />
      </form>
    </div>
  );
}
