import { createContext, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { ConversationKey } from '../../../machines/entities/ids.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { useAreas } from '../../app/catalogue.tsx';
import { useSettling } from '../../app/settling.ts';
import { onNetworkBack } from '../../kit/network-back.ts';

/** The views of who else looks at a conversation. */
export interface PresenceViews {
  /** Renders nothing; follows colleagues while it is mounted. */
  readonly Follow: ComponentType;
  readonly Row: ComponentType<{ readonly conversation: ConversationKey }>;
  readonly Chat: ComponentType<{ readonly ticket: Attendance }>;
}

const PresenceContext = createContext<PresenceViews | undefined>(undefined);
const areas = [conversationArea];
const none: typeof areas = [];
const load = async () => (await import('./presence-views.tsx')).presenceViews;

/** Loads the views after the first screen is there; until then nobody is shown. */
export function PresenceProvider({ children }: { readonly children: ReactNode }) {
  const { isSettled } = useSettling();
  const texts = useAreas(isSettled ? areas : none);
  const [views, setViews] = useState<PresenceViews>();
  useEffect(() => {
    if (!isSettled) return undefined;
    const get = () => void load().then(setViews, () => undefined);
    get();
    return onNetworkBack(get);
  }, [isSettled]);
  const ready = texts === 'ready' ? views : undefined;
  return (
    <PresenceContext value={ready}>
      {ready && <ready.Follow />}
      {children}
    </PresenceContext>
  );
}

export function usePresenceViews(): PresenceViews | undefined {
  return use(PresenceContext);
}
