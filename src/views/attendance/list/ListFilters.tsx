import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { listArea } from '../../../i18n/areas/list.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { selectQuery } from '../../../machines/inbox/inbox.selectors.ts';
import type { InboxFilters } from '../../../machines/log/events-inbox.ts';
import { useInstanceChoices, useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreas } from '../../kit/areas.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import type { MenuEntry, MenuGroup } from '../../kit/menu-items.ts';
import { Pressable } from '../../kit/Pressable.tsx';
import { useText } from '../../kit/useText.ts';
import { useEndedFilters, type FilterChip } from './ended-filters.tsx';
import styles from './ListFilters.module.css';

const areas = [listArea];
const FLAGS = ['unseen', 'notResponded', 'blacklisted'] as const;
type Flag = (typeof FLAGS)[number];
const ANY_OWNER = 'owner:';
const ANY_DEPARTMENT = 'department:';
const ANY_TAG = 'tag:';

/** Order and filters of the list: a menu, and a chip for each filter that is set. Loaded lazily. */
export function ListFilters() {
  if (useAreas(areas) !== 'ready') return null;
  return (
    <Prepared fallback={null}>
      <Loaded />
    </Prepared>
  );
}

function Loaded() {
  const { directory, append } = useApp();
  const text = useText();
  const query = useSelector(directory.inbox, selectQuery);
  const viewer = useSelector(directory.auth, selectViewer);
  const [isNear, setNear] = useState(false);
  const only = query.only ?? {};
  // Others see no conversation that somebody else has.
  const seesAll = viewer !== null && isAdmin(viewer);
  const own = viewer?.departmentId ?? null;
  const opensUsers = seesAll && (isNear || only.ownerId !== undefined);
  const opensDepartments = only.departmentId !== undefined || (isNear && (seesAll || own !== null));
  const users = useListing('choices.users', wholeList, opensUsers ? 'opens' : 'known');
  const departments = useListing('choices.departments', wholeList, opensDepartments ? 'opens' : 'known');
  const offered = departments.rows?.filter(({ id }) => seesAll || id === own) ?? null;
  const tags = useListing('choices.tags', wholeList, isNear || only.tagId !== undefined ? 'opens' : 'known');
  const narrow = (filters: InboxFilters) => append({ type: 'inbox.narrowed', only: filters });
  const without = (name: keyof InboxFilters): InboxFilters => {
    const { [name]: _, ...rest } = only;
    return rest;
  };
  const toggle = (flag: Flag) => narrow(only[flag] === true ? without(flag) : { ...only, [flag]: true });

  const ended = useEndedFilters({ only, isFinished: query.status === 'finished', isNear, narrow });
  const groups: MenuGroup[] = [...ended.groups];
  if (query.status === 'open') {
    groups.push({
      id: 'order',
      title: text('listFilters.order'),
      entries: [
        { id: 'last_message', label: text('listFilters.recent') },
        { id: 'longest_wait', label: text('listFilters.longestWait') },
      ],
      selected: query.sort ?? 'last_message',
      onSelect: (id) => append({ type: 'inbox.sorted', sort: id === 'longest_wait' ? id : 'last_message' }),
    });
  }
  groups.push({
    id: 'only',
    title: text('listFilters.only'),
    entries: FLAGS.map((flag) => ({ id: flag, label: text(`listFilters.${flag}`) })),
    chosen: FLAGS.filter((flag) => only[flag] === true),
    onSelect: (id) => {
      const flag = FLAGS.find((each) => each === id);
      if (flag !== undefined) toggle(flag);
    },
  });
  const tagRows = tags.rows?.map(({ id, name }) => ({ id, label: name })) ?? null;
  if (tagRows !== null && tagRows.length > 0) {
    groups.push({
      id: 'tag',
      title: text('listFilters.tag'),
      entries: [{ id: ANY_TAG, label: text('listFilters.anyTag') }, ...entriesOf(tagRows, ANY_TAG)],
      selected: ANY_TAG + (only.tagId ?? ''),
      onSelect: (id) => narrow(id === ANY_TAG ? without('tagId') : { ...only, tagId: id.slice(ANY_TAG.length) }),
    });
  }
  if (seesAll) {
    groups.push({
      id: 'owner',
      title: text('listFilters.owner'),
      entries: [{ id: ANY_OWNER, label: text('listFilters.anyOwner') }, ...entriesOf(users.rows, ANY_OWNER)],
      selected: ANY_OWNER + (only.ownerId ?? ''),
      onSelect: (id) =>
        narrow(id === ANY_OWNER ? without('ownerId') : { ...only, ownerId: id.slice(ANY_OWNER.length) }),
    });
  }
  if (seesAll || (offered !== null && offered.length > 0)) {
    groups.push({
      id: 'department',
      title: text('listFilters.department'),
      entries: [
        { id: ANY_DEPARTMENT, label: text('listFilters.anyDepartment') },
        ...entriesOf(offered, ANY_DEPARTMENT),
      ],
      selected: ANY_DEPARTMENT + (only.departmentId ?? ''),
      onSelect: (id) =>
        narrow(
          id === ANY_DEPARTMENT ? without('departmentId') : { ...only, departmentId: id.slice(ANY_DEPARTMENT.length) },
        ),
    });
  }

  const nameOf = (rows: Rows, id: string) =>
    rows === null ? '…' : (rows.find((row) => row.id === id)?.label ?? text('listFilters.gone'));
  const named: { readonly name: keyof InboxFilters; readonly label: string }[] = [
    ...(only.ownerId === undefined
      ? []
      : [
          {
            name: 'ownerId' as const,
            label: text('listFilters.ofOwner', { name: nameOf(users.rows, only.ownerId) }),
          },
        ]),
    ...(only.departmentId === undefined
      ? []
      : [{ name: 'departmentId' as const, label: nameOf(departments.rows, only.departmentId) }]),
    ...(only.tagId === undefined ? [] : [{ name: 'tagId' as const, label: nameOf(tagRows, only.tagId) }]),
    ...FLAGS.filter((flag) => only[flag] === true).map((flag) => ({ name: flag, label: text(`listFilters.${flag}`) })),
  ];
  const chips: readonly FilterChip[] = [
    ...ended.chips,
    ...named.map(({ name, label }) => ({ name, label, remove: () => narrow(without(name)) })),
  ];
  const instances = useInstanceChoices();
  const missed = [
    ...[tags, users, departments, ended.outcomes].filter(({ failure }) => failure !== null),
    ...(instances.hasFailed ? [instances] : []),
  ];
  const order = text(query.sort === 'longest_wait' ? 'listFilters.longestWait' : 'listFilters.recent');
  return (
    <>
      <span onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
        <MenuButton
          label={`${text('listFilters.label')}: ${order}`}
          groups={groups}
          placement="bottom end"
          variant="ghost"
          {...(missed.length > 0 && {
            header: (
              <p className={styles.missed} role="status">
                {text('listFilters.missed')}
                <Button
                  size="sm"
                  onPress={() => {
                    for (const { retry } of missed) retry();
                  }}
                >
                  {text('action.retry')}
                </Button>
              </p>
            ),
          })}
        >
          {order} <ChevronDownIcon size={14} />
        </MenuButton>
      </span>
      {chips.length > 0 && (
        <ul className={styles.chips}>
          {chips.map(({ name, label, remove }) => (
            <li key={name}>
              <Pressable
                className={styles.chip}
                aria-label={text('listFilters.remove', { name: label })}
                onPress={remove}
              >
                {label} <CloseIcon size={12} />
              </Pressable>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Button size="sm" variant="ghost" onPress={() => narrow({})}>
                {text('listFilters.clear')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {ended.dialog}
    </>
  );
}

type Rows = readonly { readonly id: string; readonly label: string }[] | null;

function entriesOf(rows: Rows, prefix: string): MenuEntry[] {
  return (rows ?? []).map(({ id, label }) => ({ id: prefix + id, label }));
}
