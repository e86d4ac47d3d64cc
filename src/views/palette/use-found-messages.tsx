import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { searchWordsOf } from '../../../contract/facts/words.ts';
import { selectRoutes } from '../../machines/auth/auth.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { usePlainPreview } from '../attendance/chat/use-preview.ts';
import { showing } from '../attendance/focus.ts';
import { useFound } from '../attendance/found/use-found.ts';
import { ChatIcon } from '../kit/icons.tsx';
import { useFormats } from '../layout/LocaleProvider.tsx';
import type { PaletteItem, PaletteQuery } from './item.ts';
import type { FoundItems } from './use-found-tickets.tsx';
import { usePaused } from './use-paused.ts';

/** Most messages that are shown at a time. */
const SHOWN_MAX = 4;

const everywhere = {};

/** Messages by their words, the newest first; choosing one shows it in its conversation. */
export function useFoundMessages({ only, search }: PaletteQuery): FoundItems {
  const { directory, now } = useApp();
  const navigate = useNavigate();
  const formats = useFormats();
  const preview = usePlainPreview();
  const isAllowed = useSelector(directory.auth, selectRoutes).includes('chat');
  const isAsked = isAllowed && only === null && searchWordsOf(search) !== null;
  const paused = usePaused(isAsked ? search : '');
  const { rows, isAnswered, failure, retry } = useFound('palette.messages', paused, everywhere, SHOWN_MAX);
  const isFound = isAsked && paused === search && isAnswered;
  return {
    items: (isFound ? (rows ?? []) : [])
      .slice(0, SHOWN_MAX)
      .map(({ id, ticketId, customerName, excerpt, marks, tag, at }): PaletteItem => ({
        id: `message:${id}`,
        section: 'messages',
        icon: <ChatIcon />,
        title: customerName,
        // As it was found, so that the marks fit.
        ...(excerpt === '' ? { detail: preview({ text: '', tag, documentName: null }) } : { detail: excerpt, marks }),
        aside: formats.listTime(at, now()),
        run: () => void navigate(`/chat/${ticketId}`, { state: showing(id) }),
      })),
    isPending: isAsked && !isFound && failure === null,
    failure: isAsked ? failure : null,
    retry,
  };
}
