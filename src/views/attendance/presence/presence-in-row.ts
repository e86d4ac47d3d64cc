import type { ReactNode } from 'react';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { ConversationKey } from '../../../machines/entities/ids.ts';
import { part } from '../../kit/part.tsx';

/** What a row of the list says of colleagues; at most one of both. */
export interface RowPresence {
  /** Stands in the excerpt's place. */
  readonly typing: ReactNode;
  readonly looking: ReactNode;
}

export interface RowPresenceProps {
  readonly conversation: ConversationKey;
  readonly children: (presence: RowPresence) => ReactNode;
}

export const noPresence: RowPresence = { typing: null, looking: null };

export const PresenceInRow = part<RowPresenceProps>(
  async () => (await import('./presence-views.tsx')).Row,
  [conversationArea],
  {
    isExtra: true,
    fallback: ({ children }) => children(noPresence),
  },
);
