import { useSelector } from '@xstate/react';
import type { Message } from '../../../../machines/entities/entities.ts';
import {
  selectCanNewer,
  selectCanOlder,
  selectChatState,
  selectMessages,
} from '../../../../machines/conversation/conversation.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ConversationActor } from '../../actors.ts';
import { hasFile } from '../has-file.ts';
import { PictureViewer } from './PictureViewer.tsx';

interface ImageViewerProps {
  readonly conversation: ConversationActor;
  readonly firstId: string;
  readonly customerName: string;
  /** The ticket that is shown, in whose conversation a message can be sought. */
  readonly ticketId?: string | undefined;
  readonly onClose: () => void;
}

const isShown = (message: Message) => (message.tag === 'image' || message.tag === 'video') && hasFile(message);

/** An image in full or a video, and by the arrows the other ones of the conversation; older ones load, and newer ones after a jump. */
export function ImageViewer({ conversation, firstId, customerName, ticketId, onClose }: ImageViewerProps) {
  const { append } = useApp();
  const text = useText();
  const canOlder = useSelector(conversation, selectCanOlder);
  const canNewer = useSelector(conversation, selectCanNewer);
  const state = useSelector(conversation, selectChatState);
  const entries = useSelector(conversation, selectMessages);
  const pictures = entries.flatMap((entry) => {
    if (entry.kind !== 'message' || !isShown(entry.message)) return [];
    const { id, tag, received, author, text: caption, at } = entry.message;
    const isVideo = tag === 'video';
    const name = received ? customerName : (author?.name ?? text('attendance.fromPhone'));
    return [{ id, isVideo, label: text(isVideo ? 'media.video' : 'media.image', { name }), caption, at }];
  });
  return (
    <PictureViewer
      pictures={pictures}
      firstId={firstId}
      onClose={onClose}
      {...(ticketId !== undefined && {
        older: {
          canLoad: canOlder,
          isLoading: state === 'loadingOlder',
          load: () => append({ type: 'chat.olderRequested', ticketId }),
        },
        newer: {
          canLoad: canNewer,
          isLoading: state === 'loadingNewer',
          load: () => append({ type: 'chat.newerRequested', ticketId }),
        },
      })}
      onShow={ticketId === undefined ? undefined : (messageId) => append({ type: 'chat.sought', ticketId, messageId })}
    />
  );
}
