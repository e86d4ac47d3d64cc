import type { MessageId } from '../../i18n/message-id.ts';
import { cx } from '../kit/cx.ts';
import { Kbd } from '../kit/Kbd.tsx';
import { useText } from '../kit/useText.ts';
import { keyCaps, scopes, type Scope, type Shortcut } from './shortcut.ts';
import styles from './ShortcutList.module.css';
import { useIsMac } from './ShortcutsProvider.tsx';

const scopeTitles = {
  global: 'shortcuts.scope.global',
  list: 'shortcuts.scope.list',
  chat: 'shortcuts.scope.chat',
  messages: 'shortcuts.scope.messages',
  composer: 'shortcuts.scope.composer',
} as const satisfies Record<Scope, MessageId>;

/** The keys of the composer once Ctrl+Enter sends. */
const keysWithMod: Readonly<Record<string, string>> = {
  send: 'Mod+Enter',
  sendAndGoOn: 'Mod+Shift+Enter',
  newline: 'Enter',
};

interface ShortcutListProps {
  readonly shortcuts: readonly Shortcut[];
  /** Whether Ctrl+Enter sends. */
  readonly modSends?: boolean;
  /** Two columns where there is room. */
  readonly isWide?: boolean;
}

/** Shortcuts and their keys, grouped by scope. */
export function ShortcutList({ shortcuts, modSends = false, isWide = false }: ShortcutListProps) {
  const text = useText();
  const isMac = useIsMac();
  return (
    <div className={cx(styles.scopes, isWide && styles.wide)}>
      {scopes
        .map((scope) => ({ scope, of: shortcuts.filter((each) => each.scope === scope) }))
        .filter(({ of }) => of.length > 0)
        .map(({ scope, of }) => (
          <section key={scope} aria-labelledby={`shortcuts-${scope}`}>
            <h3 id={`shortcuts-${scope}`} className={styles.scope}>
              {text(scopeTitles[scope])}
            </h3>
            <dl className={styles.list}>
              {of.map(({ id, messageId, keys: usual, and = '' }) => {
                const keys = (modSends && keysWithMod[id]) || usual;
                return (
                  <div key={id} className={styles.shortcut}>
                    <dt>{text(messageId)}</dt>
                    <dd>
                      {[keys, and]
                        .flatMap((each) => keyCaps(each, isMac))
                        .map((cap) => (
                          <Kbd key={cap}>{cap}</Kbd>
                        ))}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
    </div>
  );
}
