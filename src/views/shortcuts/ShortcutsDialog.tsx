import type { MessageId } from '../../i18n/message-id.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Kbd } from '../kit/Kbd.tsx';
import { Switch } from '../kit/Switch.tsx';
import { useText } from '../kit/useText.ts';
import { keyCaps, scopes, type Scope } from './shortcut.ts';
import { useActiveShortcuts, useIsMac } from './ShortcutsProvider.tsx';
import styles from './ShortcutsDialog.module.css';

interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly hasSingleKeys: boolean;
  readonly onSingleKeysChange: (isOn: boolean) => void;
}

const scopeTitles = {
  global: 'shortcuts.scope.global',
  list: 'shortcuts.scope.list',
  chat: 'shortcuts.scope.chat',
  messages: 'shortcuts.scope.messages',
  composer: 'shortcuts.scope.composer',
} as const satisfies Record<Scope, MessageId>;

/** What is under `?`: the shortcuts of what is on the screen now. Import it lazily. */
export function ShortcutsDialog({ isOpen, onClose, hasSingleKeys, onSingleKeysChange }: ShortcutsDialogProps) {
  const text = useText();
  const isMac = useIsMac();
  const active = useActiveShortcuts();
  return (
    <Dialog title={text('shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      <div className={styles.scopes}>
        {scopes
          .map((scope) => ({ scope, shortcuts: active.filter((each) => each.scope === scope) }))
          .filter(({ shortcuts }) => shortcuts.length > 0)
          .map(({ scope, shortcuts }) => (
            <section key={scope}>
              <h3 className={styles.scope}>{text(scopeTitles[scope])}</h3>
              <dl className={styles.list}>
                {shortcuts.map((shortcut) => (
                  <div key={shortcut.id} className={styles.shortcut}>
                    <dt>{text(shortcut.messageId)}</dt>
                    <dd>
                      {[shortcut.keys, shortcut.and ?? '']
                        .flatMap((keys) => keyCaps(keys, isMac))
                        .map((cap) => (
                          <Kbd key={cap}>{cap}</Kbd>
                        ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <div className={styles.setting}>
        <Switch
          isSelected={hasSingleKeys}
          onChange={onSingleKeysChange}
          description={text('shortcuts.singleKeys.hint')}
        >
          {text('shortcuts.singleKeys')}
        </Switch>
      </div>
    </Dialog>
  );
}
