import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { selectUnreadNotices } from '../../machines/notification/notice-log.selectors.ts';
import { useApp, useObservable } from '../app/app-context.tsx';
import { Badge } from '../kit/Badge.tsx';
import { IconButton } from '../kit/Button.tsx';
import { BellIcon } from '../kit/administration-icons.tsx';
import { part } from '../kit/part.tsx';
import { useText } from '../kit/useText.ts';
import { openNotices } from '../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useFaviconBadge } from './favicon-badge.ts';
import styles from './NoticeBell.module.css';

const NoticePanel = part(async () => (await import('./NoticePanel.tsx')).NoticePanel, [], {
  onClose: ({ onClose }) => onClose(),
});

/** The top bar's bell with the number of unread notices; it opens their panel. */
export function NoticeBell() {
  const { directory } = useApp();
  const text = useText();
  const count = useSelector(directory.noticeLog, selectUnreadNotices);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useShortcut(openNotices, () => setOpen(true));
  useFaviconBadge(useObservable(directory.totalUnseen));
  return (
    <span className={styles.bell} data-number="notices">
      <IconButton
        ref={trigger}
        label={text('noticeCenter.bell', { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<BellIcon />}
        onPress={() => setOpen(true)}
      />
      <span aria-hidden="true" className={styles.count}>
        <Badge count={count} />
      </span>
      {isOpen && <NoticePanel triggerRef={trigger} onClose={() => setOpen(false)} />}
    </span>
  );
}
