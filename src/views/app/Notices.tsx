import { useSelector } from '@xstate/react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NoticeText } from '../../machines/log/command.ts';
import type { Notice } from '../../machines/notification/notice.ts';
import { selectIsClearing, selectNotice } from '../../machines/notification/notification.selectors.ts';
import { Button } from '../kit/Button.tsx';
import { Toasts, type Toast } from '../kit/Toasts.tsx';
import { useText } from '../kit/useText.ts';
import { takingFocus } from '../attendance/focus.ts';
import { MaintenanceGate } from '../maintenance/MaintenanceGate.tsx';
import { TermsGate } from '../support/terms/TermsGate.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { useIsText } from './failure-text.ts';
import { noticeText } from './notice-text.ts';

interface Shown {
  readonly notice: Notice;
  readonly leaving: boolean;
}

/** The notices of the moment. Renders the directory's list of them, and each one's actor. */
export function Notices() {
  const { directory, append } = useApp();
  const text = useText();
  const isText = useIsText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const ids = useObservable(directory.notices);
  const shown = useShownNotices(ids);
  const toasts = shown.map(({ notice, leaving }): Toast => ({
    id: notice.id,
    tone: notice.ticketId === null ? notice.tone : 'notice',
    title: noticeText(text, isText, notice.title),
    ...(isEmpty(notice.body) ? {} : { text: noticeText(text, isText, notice.body) }),
    isLeaving: leaving,
    // There is no way to where one is.
    ...(notice.ticketId === null || pathname === `/chat/${notice.ticketId}`
      ? {}
      : {
          action: (
            <Button
              size="sm"
              onPress={() => {
                append({ type: 'notice.cleared', noticeId: notice.id });
                void navigate(`/chat/${notice.ticketId}`, { state: takingFocus });
              }}
            >
              {text('attendance.openConversation')}
            </Button>
          ),
        }),
  }));
  return (
    <>
      <Toasts toasts={toasts} onClose={(noticeId) => append({ type: 'notice.cleared', noticeId })} />
      <MaintenanceGate />
      <TermsGate />
    </>
  );
}

function isEmpty(words: NoticeText): boolean {
  return words.kind === 'words' && words.words === '';
}

/** The newest few: a burst must not cover the screen. */
const MOST = 3;

function useShownNotices(ids: readonly string[]): readonly Shown[] {
  const { directory } = useApp();
  const [a, b, c] = ids.slice(-MOST).map((id) => directory.notice(id));
  return [useNotice(a), useNotice(b), useNotice(c)].filter((shown) => shown !== undefined);
}

function useNotice(actor: ReturnType<ReturnType<typeof useApp>['directory']['notice']>): Shown | undefined {
  const notice = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectNotice(snapshot)));
  const leaving = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsClearing(snapshot));
  return notice === undefined ? undefined : { notice, leaving };
}
