import { useSelector } from '@xstate/react';
import { selectHasSingleKeys, selectModSends } from '../../machines/shell/shell.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** The dialog of `?`, as the viewer's preferences are. */
export function AppShortcuts({ onClose }: { readonly onClose: () => void }) {
  const { directory, append } = useApp();
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  const modSends = useSelector(directory.shell, selectModSends);
  return (
    <ShortcutsDialog
      isOpen
      onClose={onClose}
      hasSingleKeys={hasSingleKeys}
      modSends={modSends}
      onSingleKeysChange={() => append({ type: 'singleKeys.toggled' })}
    />
  );
}
