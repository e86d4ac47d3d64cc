import { Dialog } from '../kit/Dialog.tsx';
import { useText } from '../kit/useText.ts';
import { ShortcutList } from './ShortcutList.tsx';
import styles from './ShortcutsDialog.module.css';
import { useActiveShortcuts } from './ShortcutsProvider.tsx';
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx';

interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly hasSingleKeys: boolean;
  readonly modSends?: boolean;
  readonly onSingleKeysChange: (isOn: boolean) => void;
}

/** The dialog of `?`: the shortcuts that work on the current screen. Import it lazily. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const { isOpen, onClose, hasSingleKeys, modSends = false, onSingleKeysChange } = props;
  const text = useText();
  const active = useActiveShortcuts();
  return (
    <Dialog title={text('shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      <ShortcutList shortcuts={active} modSends={modSends} />
      <div className={styles.setting}>
        <SingleKeysSwitch isOn={hasSingleKeys} onChange={onSingleKeysChange} />
      </div>
    </Dialog>
  );
}
