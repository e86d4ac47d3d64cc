import { TransferIcon } from '../../kit/administration-icons.tsx';
import {
  CheckIcon,
  ChatIcon,
  ClockIcon,
  DocumentIcon,
  MoreIcon,
  PersonIcon,
  ReplyIcon,
  SearchIcon,
} from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import type { ChatHeaderProps } from './ChatHeader.tsx';
import styles from './ChatHeader.module.css';

/** The header's menu: beside its buttons what has none, in a narrow header all that one can do. */
export function ChatMenu(props: ChatHeaderProps) {
  const { ticket, viewerId, lifecycle, transfer, hasFinish } = props;
  const text = useText();
  const isFinished = lifecycle === 'finished';
  const isKeeper = !isFinished && (ticket.owner === null || ticket.owner.id === viewerId);
  const does: Readonly<Record<string, () => void>> = {
    transfer: props.onTransfer,
    finish: props.onFinish,
    unread: props.onUnread,
    snooze: props.onSnooze,
    wake: props.onWake,
    find: props.onFind,
    export: props.onExport,
    customer: props.onCustomerToggle,
  };
  const groupOf = (id: string, entries: MenuGroup['entries']) => [
    { id, onSelect: (id: string) => does[id]?.(), entries },
  ];
  const always = [
    ...(isKeeper ? [{ id: 'unread', label: text('listActions.unread'), icon: <ChatIcon /> }] : []),
    ...(isKeeper && ticket.snoozedUntil !== undefined
      ? [{ id: 'wake', label: text('listActions.wake'), icon: <ReplyIcon /> }]
      : []),
    ...(isKeeper && ticket.owner !== null
      ? [{ id: 'snooze', label: text('listActions.snooze'), icon: <ClockIcon /> }]
      : []),
    { id: 'find', label: text('chatMenu.find'), icon: <SearchIcon /> },
    { id: 'export', label: text('export.open'), icon: <DocumentIcon /> },
  ];
  const transferring = {
    id: 'transfer',
    label: text('attendance.transfer'),
    icon: <TransferIcon />,
    isDisabled: transfer === 'waiting',
  };
  const look = { variant: 'icon', placement: 'bottom end', label: text('chatMenu.more') } as const;
  return (
    <>
      <MenuButton {...look} className={isFinished ? undefined : styles.beside} groups={groupOf('actions', always)}>
        <MoreIcon />
      </MenuButton>
      {!isFinished && (
        <MenuButton
          {...look}
          className={styles.more}
          groups={groupOf('actions', [
            ...(transfer === 'refused' ? [] : [transferring]),
            ...(hasFinish
              ? [
                  {
                    id: 'finish',
                    label: text('attendance.finish'),
                    icon: <CheckIcon />,
                    isDisabled: lifecycle === 'finishing',
                  },
                ]
              : []),
            ...always,
            { id: 'customer', label: text('attendance.customer'), icon: <PersonIcon /> },
          ])}
        >
          <MoreIcon />
        </MenuButton>
      )}
    </>
  );
}
