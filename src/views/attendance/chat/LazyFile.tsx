import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { OptimisticMessage } from '../../../machines/conversation/conversation.context.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import type { ConversationActor } from '../actors.ts';
import { part } from '../../kit/part.tsx';
import { Attachment } from './Attachment.tsx';
import { loadMessageFile } from './preloads.ts';

export interface MessageFileProps {
  readonly conversation: ConversationActor;
  /** One that the server has, or else the one being sent. */
  readonly message?: Message | undefined;
  readonly outgoing?: OptimisticMessage | undefined;
  /** The ticket that is shown. */
  readonly ticketId?: string | undefined;
  readonly isInAlbum?: boolean | undefined;
  /** How many further ones of its album aren't shown. */
  readonly more?: number | undefined;
  readonly author: string;
  readonly customerName: string;
}

/** A message's file. Its placeholder stays until its code and texts are loaded. */
export const LazyFile = part<MessageFileProps>(loadMessageFile, [conversationArea], {
  fallback: ({ message, outgoing }) => (
    <Attachment
      tag={message?.tag ?? outgoing?.tag ?? 'doc'}
      name={message?.documentName ?? outgoing?.file?.name ?? null}
      alone={((message ?? outgoing)?.text ?? '').trim() === ''}
    />
  ),
  isInPlace: 'below',
});
