import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectQuery } from '../../machines/inbox/inbox.selectors.ts';
import { selectActiveInstanceId, selectInstances } from '../../machines/shell/shell.selectors.ts';
import { useText } from '../kit/useText.ts';
import { InstancePicker } from '../layout/InstancePicker.tsx';
import { useApp } from './app-context.tsx';

const ALL = 'all';

/** Which instance the list shows; all if none is chosen. */
export function InstanceChoice() {
  const { directory, append } = useApp();
  const text = useText();
  const instances = useSelector(directory.shell, selectInstances);
  const active = useSelector(directory.shell, selectActiveInstanceId);
  const query = useSelector(directory.inbox, selectQuery);
  const known = instances?.some((instance) => instance.id === active) === true ? active : null;
  const isForeign = instances !== null && active !== null && known === null;
  useEffect(() => {
    // Chosen by another user of this browser, or removed since: its list would stay empty.
    if (isForeign) append({ type: 'instance.chosen', instanceId: null });
  }, [append, isForeign]);
  if (instances === null || instances.length === 0) return null;
  const options = instances.length === 1 ? instances : [{ id: ALL, name: text('layout.instance.all') }, ...instances];
  return (
    <InstancePicker
      instances={options}
      selected={known ?? options[0]?.id ?? ALL}
      onSelect={(id) => {
        const instanceId = id === ALL ? null : id;
        append({ type: 'instance.chosen', instanceId });
        append({ type: 'inbox.filtered', instanceId, status: query.status, scope: query.scope });
      }}
    />
  );
}
