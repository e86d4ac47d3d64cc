import { Fragment, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import {
  DocumentIcon,
  ImageIcon,
  MapPinIcon,
  MicIcon,
  PersonIcon,
  ReplyIcon,
  StickerIcon,
  VideoIcon,
} from '../../../src/views/kit/icons.tsx';
import { PencilIcon, TrashIcon } from '../../../src/views/kit/administration-icons.tsx';
import { Ticks, type Delivery } from '../../../src/views/kit/Ticks.tsx';
import { RichText } from '../../../src/views/rich-text/RichText.tsx';
import type { OfferedChoices } from '../interactive-request.ts';
import type { MessageView } from '../view.ts';
import { day, sameDay, time } from './format.ts';
import { say } from './texts.ts';
import { typeName } from './type-name.ts';

const EMOJIS = ['👍', '❤️', '😂', '🙏'];
/** Consecutive messages of one side within this time are grouped. */
const GROUP_MS = 120_000;
const NEAR_END_PX = 80;

interface Actions {
  /** By SMS nobody replies to a message or reacts to it. */
  readonly isTextOnly: boolean;
  readonly onReply: (message: MessageView) => void;
  readonly onReact: (message: MessageView, emoji: string | undefined) => void;
  /** Changes or deletes an own message. */
  readonly onEdit: (message: MessageView) => void;
  readonly onRevoke: (message: MessageView) => void;
  /** Taps one of a message's choices. */
  readonly onChoose: (message: MessageView, choice: OfferedChoices['options'][number]) => void;
}

interface MessageListProps extends Actions {
  readonly company: string;
  readonly messages: readonly MessageView[];
}

/** The bubbles of a chat. Stays scrolled to the end, and scrolls there when the customer writes. */
export function MessageList({ company, messages, ...actions }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastOwn = messages.findLast(({ direction }) => direction === 'fromCustomer')?.id;
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [lastOwn]);
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [messages]);
  return (
    <div
      ref={box}
      className="messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      role="region"
      aria-label={say('chat')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <ol aria-live="polite">
        {messages.map((message, index) => {
          const previous = messages[index - 1];
          const isNewDay = previous === undefined || !sameDay(previous.at, message.at);
          const isFirst = isNewDay || previous.direction !== message.direction || message.at - previous.at > GROUP_MS;
          return (
            <Fragment key={message.id}>
              {isNewDay && <li className="day">{day(message.at)}</li>}
              <Bubble company={company} message={message} isFirst={isFirst} {...actions} />
            </Fragment>
          );
        })}
      </ol>
    </div>
  );
}

interface BubbleProps extends Actions {
  readonly company: string;
  readonly message: MessageView;
  readonly isFirst: boolean;
}

function Bubble({ company, message, isFirst, ...actions }: BubbleProps) {
  const { at, direction, media, quoted, reactions, status, type, failureCode } = message;
  const isOwn = direction === 'fromCustomer';
  const isFailed = status === 'failed';
  const names = [isOwn ? 'mine' : 'theirs', isFirst && 'first', reactions.length > 0 && 'reacted'];
  return (
    <li className={['message', ...names].filter(Boolean).join(' ')}>
      <div className={`bubble${isFailed ? ' failed' : ''}${type === 'sticker' && media !== null ? ' plain' : ''}`}>
        {quoted !== null && <Quote text={quoted.text} isOwn={quoted.mine} company={company} />}
        <Body message={message} />
        {message.choices !== null && (
          <Choices choices={message.choices} onChoose={(choice) => actions.onChoose(message, choice)} />
        )}
        <span className="meta">
          {time(at)}
          {isOwn && <Ticks delivery={deliveryOf(status)} />}
        </span>
        {reactions.length > 0 && <span className="reactions">{reactions.map(({ emoji }) => emoji).join('')}</span>}
      </div>
      {isFailed && <p className="failure">{say('failed', { code: failureCode ?? '' })}</p>}
      {!actions.isTextOnly && type !== 'revoked' && <ActionBar message={message} {...actions} />}
    </li>
  );
}

type ActionBarProps = Omit<Actions, 'isTextOnly' | 'onChoose'> & { readonly message: MessageView };

function ActionBar({ message, onReply, onReact, onEdit, onRevoke }: ActionBarProps) {
  const isOwn = message.direction === 'fromCustomer';
  const own = message.reactions.find(({ mine }) => mine)?.emoji;
  return (
    <div className="actions">
      <Action label={say('reply')} onPress={() => onReply(message)}>
        <ReplyIcon size={16} />
      </Action>
      {EMOJIS.map((emoji) => (
        <Action
          key={emoji}
          label={say('react', { emoji })}
          onPress={() => onReact(message, own === emoji ? undefined : emoji)}
        >
          {emoji}
        </Action>
      ))}
      {isOwn && message.type === 'text' && (
        <Action label={say('edit')} onPress={() => onEdit(message)}>
          <PencilIcon size={16} />
        </Action>
      )}
      {isOwn && (
        <Action label={say('revoke')} onPress={() => onRevoke(message)}>
          <TrashIcon size={16} />
        </Action>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly choices: OfferedChoices;
  readonly onChoose: (choice: OfferedChoices['options'][number]) => void;
}

/** Reply buttons, or a list behind its button. */
function Choices({ choices: { button, options }, onChoose }: ChoicesProps) {
  const list = (
    <ul className="choices">
      {options.map((choice) => (
        <li key={choice.id}>
          <button type="button" onClick={() => onChoose(choice)}>
            {choice.title}
            {choice.description !== null && <small>{choice.description}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
  if (button === null) return list;
  return (
    <details className="list">
      <summary>{button}</summary>
      {list}
    </details>
  );
}

interface ActionProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Action({ label, onPress, children }: ActionProps) {
  return (
    <button type="button" className="action" aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  );
}

function deliveryOf(status: MessageView['status']): Delivery {
  if (status === 'waiting') return 'pending';
  if (status === 'queued') return 'sent';
  return status === 'read' ? 'read' : 'delivered';
}

interface QuoteProps {
  readonly text: string | null;
  readonly isOwn: boolean;
  readonly company: string;
}

/** The quoted message with its author. */
export function Quote({ text, isOwn, company }: QuoteProps) {
  return (
    <span className="quote">
      <b>{isOwn ? say('you') : company}</b>
      {text ?? say('quotedUnknown')}
    </span>
  );
}

const fileIcons: Readonly<Record<string, ReactNode>> = {
  image: <ImageIcon />,
  document: <DocumentIcon />,
  audio: <MicIcon />,
  video: <VideoIcon />,
  sticker: <StickerIcon />,
  location: <MapPinIcon />,
  contacts: <PersonIcon />,
};

function Body({ message }: { readonly message: MessageView }) {
  const { media, text } = message;
  const type = shownAs(message);
  const words = text === '' ? null : <RichText text={text} />;
  if (media !== null && type === 'image') {
    return (
      <>
        <Picture message={message} url={media.url} />
        {words}
      </>
    );
  }
  if (media !== null && type === 'sticker') return <img className="sticker" src={media.url} alt={say('sticker')} />;
  if (media !== null && type === 'video') {
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's own */}
        <video className="picture" src={media.url} controls preload="metadata" />
        {words}
      </>
    );
  }
  if (media !== null && type === 'audio') {
    const { content } = message;
    const isVoice = typeof content === 'object' && content !== null && 'voice' in content && content.voice === true;
    return (
      <>
        {isVoice && fileIcons['audio']}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's own */}
        <audio className="sound" src={media.url} controls preload="metadata" />
      </>
    );
  }
  if (message.cards.length > 0) {
    return (
      <>
        {words}
        <Cards cards={message.cards} />
      </>
    );
  }
  if (type in fileIcons) return <File message={{ ...message, type }} />;
  if (message.preview !== null) {
    return (
      <>
        <Preview address={message.preview} />
        {words}
      </>
    );
  }
  return type === 'text' ? words : (words ?? <i>{typeName(type)}</i>);
}

/** A carousel, which one scrolls sideways. */
function Cards({ cards }: Pick<MessageView, 'cards'>) {
  return (
    <span className="cards">
      {cards.map(({ url, mimeType, text, buttons }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the cards of one message
        <span key={at} className="card">
          {url !== null && mimeType.startsWith('image/') && <img src={url} alt={text || say('photo')} />}
          {url !== null && mimeType.startsWith('video/') && (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- a company's own
            <video src={url} controls preload="metadata" />
          )}
          <RichText text={text} />
          {buttons.map((caption) => (
            <b key={caption}>{caption}</b>
          ))}
        </span>
      ))}
    </span>
  );
}

/** A link's preview. The emulator fetches no title and picture from third parties. */
function Preview({ address }: { readonly address: string }) {
  const { host, pathname } = new URL(address);
  return (
    <a className="preview" href={address} target="_blank" rel="noreferrer" aria-label={say('preview', { host })}>
      <b>{host}</b>
      {pathname !== '/' && <small>{pathname}</small>}
    </a>
  );
}

/** A template is shown as the file of its header. */
function shownAs({ type, media }: MessageView): string {
  if (type !== 'template' || media === null) return type;
  const [kind = ''] = media.mimeType.split('/');
  return kind === 'image' || kind === 'video' ? kind : 'document';
}

/** An image, or its name if its URL doesn't load. */
function Picture({ message, url }: { readonly message: MessageView; readonly url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <File message={{ ...message, media: null, text: '' }} />;
  return (
    <img
      className="picture"
      src={url}
      alt={message.text || say('photo')}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

function File({ message: { media, type, text } }: { readonly message: MessageView }) {
  const title = media?.filename ?? (text || typeName(type));
  const small = media === null || media.filename === null ? typeName(type) : text || media.mimeType;
  const content = (
    <>
      {fileIcons[type] ?? <DocumentIcon />}
      <span>
        <b>{title}</b>
        {title !== small && <small>{small}</small>}
      </span>
    </>
  );
  return media === null ? (
    <span className="file">{content}</span>
  ) : (
    <a className="file" href={media.url} download={media.filename ?? true}>
      {content}
    </a>
  );
}
