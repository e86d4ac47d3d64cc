import type { ReactNode, RefObject } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover, type PopoverProps } from 'react-aria-components/Popover';
import { cx } from './cx.ts';
import { CheckIcon } from './icons.tsx';
import type { MenuEntry, MenuGroup } from './menu-items.ts';
import styles from './popover.module.css';

interface MenuPopoverProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Above the entries. */
  readonly header?: ReactNode;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly placement: NonNullable<PopoverProps['placement']>;
  readonly isOpen: boolean;
  /** Opened by keyboard: the first entry gets the focus; otherwise the menu does. */
  readonly focusFirst: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The menu of a `MenuButton`, which loads it lazily. */
export function MenuPopover(props: MenuPopoverProps) {
  const { label, groups, header, triggerRef, placement, isOpen, focusFirst, onOpenChange } = props;
  return (
    <Popover
      className={cx(styles.popover)}
      triggerRef={triggerRef}
      placement={placement}
      offset={6}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      aria-label={label}
    >
      {header}
      <Menu
        aria-label={label}
        className={cx(styles.list)}
        autoFocus={focusFirst ? 'first' : true}
        onClose={() => onOpenChange(false)}
      >
        {groups.map((group) => (
          <MenuSection
            key={group.id}
            id={group.id}
            className={cx(styles.section)}
            {...(group.title === undefined ? { 'aria-label': label } : {})}
            {...(group.selected === undefined
              ? {}
              : {
                  selectionMode: 'single',
                  disallowEmptySelection: true,
                  selectedKeys: [group.selected],
                })}
            {...(group.chosen === undefined ? {} : { selectionMode: 'multiple', selectedKeys: group.chosen })}
          >
            {group.title !== undefined && <Header className={styles.title}>{group.title}</Header>}
            {group.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onAction={() => group.onSelect(entry.id)} />
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly onAction: () => void;
}

function Entry({ entry, onAction }: EntryProps) {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.isDisabled === true}
      onAction={onAction}
      className={cx(styles.item, entry.tone === 'danger' && styles.danger)}
    >
      <span aria-hidden="true" className={styles.symbol}>
        {entry.icon}
      </span>
      <span className={styles.words}>
        {entry.label}
        {entry.hint !== undefined && <span className={styles.hint}>{entry.hint}</span>}
      </span>
      <CheckIcon className={styles.check} />
    </MenuItem>
  );
}
