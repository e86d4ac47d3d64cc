import type { ReactNode } from 'react';
import type { RelatedMessage } from '../../../machines/entities/entities.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { ReplyIcon } from '../../kit/icons.tsx';
import { Ticks } from '../../kit/Ticks.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { RichText } from '../../rich-text/RichText.tsx';
import { Attachment } from './Attachment.tsx';
import { authorOf, type BubbleView } from './bubble-view.ts';
import { usePlainPreview } from './use-preview.ts';
import styles from './Bubble.module.css';

interface BubbleProps {
  readonly view: BubbleView;
  readonly customerName: string;
  readonly viewerId: string;
  /** Whether the message begins or ends a group. */
  readonly head: boolean;
  readonly tail: boolean;
  /** Drawn in place of the view's text. */
  readonly body?: ReactNode;
  /** Drawn in place of the placeholder of the view's kind. */
  readonly attachment?: ReactNode;
  /** Above its content: what is special about it. */
  readonly mark?: ReactNode;
  /** Below the bubble. */
  readonly note?: ReactNode;
  /** Undefined where nothing can be written. */
  readonly onReply: ((messageId: string) => void) | undefined;
  /** Shows the message quoted. */
  readonly onSeek?: ((messageId: string) => void) | undefined;
  /** Whether it is the message that one jumped to. */
  readonly isSought?: boolean | undefined;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** One message: pending, sent or received. It keeps its DOM element, and so the focus, when its state changes. */
export function Bubble(props: BubbleProps) {
  const { view, customerName, viewerId, head, tail, body, attachment, mark, note } = props;
  const { onReply, onSeek, isSought, onRetry, onDiscard } = props;
  const text = useText();
  const { id, side, author, fault } = view;
  return (
    <div
      className={cx(styles.line, styles[side], head && styles.head)}
      role="article"
      tabIndex={-1}
      data-message={id}
      {...(isSought === true && { 'data-sought': true })}
    >
      <div className={styles.row}>
        <div className={cx(styles.bubble, tail && styles.tail, fault !== undefined && styles.failed)}>
          <VisuallyHidden>{author}: </VisuallyHidden>
          {head && view.isAuthorShown && (
            <span className={styles.author} aria-hidden="true">
              {author}
            </span>
          )}
          {view.isForwarded && <small className={styles.forwarded}>{text('attendance.forwarded')}</small>}
          {mark}
          {view.quoted !== null && (
            <Quote quoted={view.quoted} customerName={customerName} viewerId={viewerId} onSeek={onSeek} />
          )}
          {attachment ?? <Attachment tag={view.tag} name={view.documentName} alone={view.text === ''} />}
          {body ?? (view.text !== '' && <RichText text={view.text} />)}
          <Stamp view={view} />
          {view.reactions.length > 0 && (
            <span className={styles.reactions}>
              <VisuallyHidden>{text('attendance.reactions')}: </VisuallyHidden>
              {view.reactions.map(({ emoji, side: by, author: who, isPending }) => (
                <span key={by} title={who} data-pending={isPending || undefined}>
                  {emoji}
                  <VisuallyHidden> {who} </VisuallyHidden>
                </span>
              ))}
            </span>
          )}
        </div>
        {id !== '' && onReply !== undefined && (
          <IconButton
            size="sm"
            label={text('attendance.reply')}
            icon={<ReplyIcon />}
            className={styles.reply}
            // The keyboard replies with Enter on the message, so this button is no tab stop.
            tabIndex={-1}
            onPress={() => onReply(id)}
          />
        )}
        {id !== '' && <span className={styles.tools} data-tools="" />}
      </div>
      {fault !== undefined && (
        <p className={styles.error}>
          {fault}
          {view.canRetry && (
            <Button variant="link" size="sm" onPress={onRetry}>
              {text('action.retry')}
            </Button>
          )}
          {view.canDiscard && (
            <Button variant="link" size="sm" onPress={onDiscard}>
              {text('action.discard')}
            </Button>
          )}
        </p>
      )}
      {note}
      {view.isUncertain && <p className={styles.waiting}>{text('attendance.uncertain')}</p>}
    </div>
  );
}

function Stamp({ view: { at, delivery } }: { readonly view: BubbleView }) {
  const formats = useFormats();
  return (
    <span className={styles.stamp}>
      <time dateTime={new Date(at).toISOString()} title={formats.full(at)}>
        {formats.time(at)}
      </time>
      {delivery !== undefined && <Ticks delivery={delivery} />}
    </span>
  );
}

interface QuoteProps {
  readonly quoted: RelatedMessage;
  readonly customerName: string;
  readonly viewerId: string;
  /** Shows it among its surroundings. */
  readonly onSeek?: ((messageId: string) => void) | undefined;
}

/** The quoted message and its author. */
export function Quote({ quoted, onSeek, ...surroundings }: QuoteProps) {
  const text = useText();
  const preview = usePlainPreview();
  const content = (
    <>
      <b>{authorOf(quoted, text, surroundings)}</b>
      <span>{preview(quoted)}</span>
    </>
  );
  if (onSeek === undefined) return <span className={styles.quote}>{content}</span>;
  return (
    <button
      type="button"
      className={styles.quote}
      title={text('attendance.quoted.show')}
      data-quoted=""
      // The left arrow on the message does the same, so this is no tab stop.
      tabIndex={-1}
      onClick={() => onSeek(quoted.id)}
    >
      {content}
    </button>
  );
}
