import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { forwardedAs } from '../../../../../contract/facts/forwarding.ts';
import { administrationArea } from '../../../../i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../../../i18n/areas/administration-errors.ts';
import { quickRepliesArea } from '../../../../i18n/areas/quick-replies.ts';
import type { Message } from '../../../../machines/entities/entities.ts';
import {
  selectMessage,
  selectPendingReaction,
  shownReactions,
} from '../../../../machines/conversation/conversation.selectors.ts';
import { CopyIcon, SlashIcon } from '../../../kit/administration-icons.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { CheckIcon, MoreIcon, ReplyIcon } from '../../../kit/icons.tsx';
import { onLongPress } from '../../../kit/long-press.ts';
import { MenuPopover } from '../../../kit/MenuPopover.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { CopyableText } from '../../../rich-text/CopyableText.tsx';
import { closeTop } from '../../../shortcuts/common-shortcuts.ts';
import { forwardMessage, reactToMessage, showMessageActions } from '../../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import type { ConversationActor } from '../../actors.ts';
import { focusConversation } from '../../focus.ts';
import { hasFile } from '../has-file.ts';
import { ForwardIcon, SmileIcon } from './icons.tsx';
import { PickingBar } from './PickingBar.tsx';
import { QuickReactions } from './QuickReactions.tsx';
import { useActiveMessage } from './use-active-message.ts';
import { useCopiedWords, wholeText } from './use-copied-words.ts';
import { useCopying } from './use-copying.ts';
import { pickMessages, usePicking } from './use-picking.ts';
import styles from './MessageTools.module.css';

const EmojiPopover = part(async () => (await import('../emoji/EmojiPopover.tsx')).EmojiPopover, [], {
  onClose: ({ onClose }) => onClose(),
});

const ForwardDialog = part(async () => (await import('./ForwardDialog.tsx')).ForwardDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

const NewQuickReply = part(
  async () => (await import('./NewQuickReply.tsx')).NewQuickReply,
  [administrationArea, administrationErrorsArea, quickRepliesArea],
  { onClose: ({ onClose }) => onClose() },
);

export interface MessageToolsProps {
  /** The element that contains the messages. */
  readonly box: RefObject<HTMLElement | null>;
  readonly conversation: ConversationActor;
  /** Whether the viewer may write to the customer now. */
  readonly isOpen: boolean;
  /** An empty emoji takes the reaction back. */
  readonly onReact: (messageId: string, emoji: string) => void;
  readonly onReply: (messageId: string) => void;
  /** How texts are drawn from now on. */
  readonly onDrawn: (draw: () => (text: string) => ReactNode) => void;
}

interface Opened {
  readonly id: string;
  readonly what: 'reactions' | 'emojis' | 'menu' | 'forward' | 'quickReply';
  readonly byKeyboard: boolean;
}

/** What can be done with a message: shown at the one that the pointer is over, or that has the focus. */
export function MessageTools(props: MessageToolsProps) {
  const { box, conversation, isOpen: isWritable, onReact, onReply, onDrawn } = props;
  const text = useText();
  const active = useActiveMessage(box);
  const [opened, setOpened] = useState<Opened>();
  const id = opened?.id ?? active;
  const message = useSelector(conversation, (snapshot) => (id === undefined ? null : selectMessage(snapshot, id)));
  const own = useSelector(conversation, (snapshot) =>
    id === undefined ? undefined : selectPendingReaction(snapshot, id)?.text,
  );
  const { said, say, copy } = useCopying();
  useEffect(() => {
    const draw = (words: string) => <CopyableText text={words} onCopy={copy} />;
    onDrawn(() => draw);
  }, [copy, onDrawn]);
  const slot = id === undefined ? null : lineOf(box, id)?.querySelector<HTMLElement>('[data-tools]');
  const anchor = useMemo(() => ({ current: slot ?? null }), [slot]);
  const canReact = isWritable && message !== null && isReactable(message);
  useShortcut(isWritable && reactToMessage);
  useShortcut(forwardMessage);
  useShortcut(showMessageActions);
  useShortcut(pickMessages);
  const copiedWords = useCopiedWords(conversation);
  const [isForwarding, setForwarding] = useState(false);
  const picking = usePicking(box, conversation, {
    onForward: () => setForwarding(canForwardAll),
    onCopy: () => copyPicked(),
  });
  const canForwardAll = picking.messages.every(isForwardable);
  const copyPicked = () => {
    copy(copiedWords(picking.messages));
    endPicking();
  };
  const isPicking = picking.messages.length > 0;
  useFocusBack(box, opened, isPicking);
  function endPicking(): void {
    picking.end();
    focusConversation();
  }
  // Wherever the focus is: picked by the mouse, it stays in the composer.
  useShortcut(isPicking && closeTop, endPicking);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const at = target instanceof HTMLElement ? target.dataset['message'] : undefined;
    if (at === undefined || at === '' || ctrlKey || altKey || metaKey || isPicking) return;
    // Not the one under the mouse.
    const named = selectMessage(conversation.getSnapshot(), at);
    if (named === null) return;
    if (key.toLowerCase() === 'r' && isWritable && isReactable(named))
      setOpened({ id: at, what: 'reactions', byKeyboard: true });
    else if (key.toLowerCase() === 'e' && isForwardable(named))
      setOpened({ id: at, what: 'forward', byKeyboard: true });
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      setOpened({ id: at, what: 'menu', byKeyboard: true });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const { current } = box;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    current?.addEventListener('keydown', listener);
    return () => current?.removeEventListener('keydown', listener);
  }, [box]);

  const press = useEffectEvent((line: HTMLElement) => {
    const { message: at } = line.dataset;
    if (at === undefined || at === '') return;
    if (isPicking) picking.toggle(at);
    else setOpened({ id: at, what: 'menu', byKeyboard: false });
  });
  useEffect(() => {
    const { current } = box;
    return current === null ? undefined : onLongPress(current, '[data-message]', (line) => press(line));
  }, [box]);

  const status = (
    <div className={styles.status} role="status">
      {said !== undefined && <span>{said}</span>}
    </div>
  );
  if (isPicking) {
    return (
      <>
        <PickingBar
          messages={picking.messages}
          isFull={picking.isFull}
          isForwardable={canForwardAll}
          onForward={() => setForwarding(true)}
          onCopy={copyPicked}
          onEnd={endPicking}
        />
        {isForwarding && (
          <ForwardDialog
            messages={picking.messages}
            conversation={conversation}
            onClose={() => setForwarding(false)}
            onDone={(count) => {
              endPicking();
              say(text('forward.done', { count, messages: picking.messages.length }));
            }}
          />
        )}
      </>
    );
  }
  if (message === null || slot === null || slot === undefined) return status;
  const close = () => setOpened(undefined);
  const open = (what: Opened['what'], byKeyboard: boolean) => setOpened({ id: message.id, what, byKeyboard });
  const react = (emoji: string) => {
    onReact(message.id, emoji);
    close();
  };
  const words = wholeText(conversation, message);
  const entries = [
    ...(isWritable ? [{ id: 'reply', label: text('attendance.reply'), icon: <ReplyIcon size={16} /> }] : []),
    ...(canReact ? [{ id: 'react', label: text('messageTools.react'), icon: <SmileIcon size={16} /> }] : []),
    ...(isForwardable(message)
      ? [{ id: 'forward', label: text('forward.action'), icon: <ForwardIcon size={16} /> }]
      : []),
    ...(words === null ? [] : [{ id: 'copy', label: text('messageTools.copy'), icon: <CopyIcon size={16} /> }]),
    ...(words === null
      ? []
      : [{ id: 'quickReply', label: text('messageTools.quickReply'), icon: <SlashIcon size={16} /> }]),
    { id: 'pick', label: text('picking.pick'), icon: <CheckIcon size={16} /> },
  ];
  const onSelect = (chosen: string) => {
    if (chosen === 'react' || chosen === 'forward' || chosen === 'quickReply') {
      open(chosen === 'react' ? 'reactions' : chosen, opened?.byKeyboard ?? false);
      return;
    }
    close();
    if (chosen === 'pick') picking.toggle(message.id);
    else if (chosen === 'reply') onReply(message.id);
    else if (chosen === 'copy') copy(words ?? '');
  };

  return (
    <>
      {status}
      {createPortal(
        (canReact || entries.length > 0) && (
          <span className={styles.tools} role="group" aria-label={text('messageTools.label')}>
            {canReact && (
              <IconButton
                size="sm"
                label={text('messageTools.react')}
                icon={<SmileIcon />}
                // The keyboard has its own keys for these, so they are no tab stops.
                tabIndex={-1}
                aria-haspopup="dialog"
                onPress={({ detail }) => open('reactions', detail === 0)}
              />
            )}
            {entries.length > 0 && (
              <IconButton
                size="sm"
                label={text('messageTools.more')}
                icon={<MoreIcon />}
                tabIndex={-1}
                aria-haspopup="menu"
                onPress={({ detail }) => open('menu', detail === 0)}
              />
            )}
          </span>
        ),
        slot,
      )}
      {opened?.what === 'reactions' && (
        <QuickReactions
          triggerRef={anchor}
          own={own ?? ownReaction(message)}
          onPick={react}
          onMore={() => open('emojis', opened.byKeyboard)}
          onClose={close}
        />
      )}
      {opened?.what === 'emojis' && <EmojiPopover triggerRef={anchor} onPick={react} onClose={close} />}
      {opened?.what === 'forward' && (
        <ForwardDialog
          messages={[message]}
          conversation={conversation}
          onClose={close}
          onDone={(count) => say(text('forward.done', { count, messages: 1 }))}
        />
      )}
      {opened?.what === 'quickReply' && words !== null && (
        <NewQuickReply words={words} onClose={close} onSaved={() => say(text('messageTools.quickReply.saved'))} />
      )}
      {opened?.what === 'menu' && entries.length > 0 && (
        <MenuPopover
          label={text('messageTools.more')}
          groups={[{ id: 'message', entries, onSelect }]}
          triggerRef={anchor}
          placement="bottom start"
          isOpen
          focusFirst={opened.byKeyboard}
          onOpenChange={(isOpen) => {
            // A choice may have opened something else.
            if (!isOpen) setOpened((now) => (now?.what === 'menu' ? undefined : now));
          }}
        />
      )}
    </>
  );
}

/** Where the focus goes when it closes: to the message if it was opened by keyboard or is picked, else to the composer. */
function useFocusBack(box: RefObject<HTMLElement | null>, opened: Opened | undefined, isPicking: boolean): void {
  const before = useRef<Opened>(undefined);
  useEffect(() => {
    const { current: last } = before;
    before.current = opened;
    if (opened !== undefined || last === undefined) return;
    if (last.byKeyboard || isPicking) lineOf(box, last.id)?.focus({ preventScroll: true });
    else focusConversation();
  }, [box, opened, isPicking]);
}

function lineOf(box: RefObject<HTMLElement | null>, id: string): HTMLElement | null | undefined {
  return box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
}

/** Whether it can be sent to somebody else; a file only once the server has it. */
function isForwardable(message: Message): boolean {
  const as = forwardedAs(message.tag);
  if (as === 'file') return hasFile(message);
  if (as === 'shared') return message.place !== undefined || message.contacts !== undefined;
  return as === 'text' && (message.text ?? '').trim() !== '';
}

/** Whether the provider has the message, and shows reactions to it. */
function isReactable({ received, ack, errorCode, tag }: Message): boolean {
  if (tag === 'revoked' || tag === 'system' || tag === 'welcome') return false;
  return received || (ack > 0 && errorCode === null);
}

function ownReaction(message: Message): string {
  return shownReactions(message).find(({ received }) => !received)?.text ?? '';
}
