import { useSelector } from '@xstate/react';
import { selectHasSingleKeys } from '../../../machines/shell/shell.selectors.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useApp } from '../../app/app-context.tsx';
import { PhoneIcon } from '../../kit/further-icons.tsx';
import { DocumentIcon, VideoIcon } from '../../kit/icons.tsx';
import { Kbd } from '../../kit/Kbd.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useText } from '../../kit/useText.ts';
import * as shortcuts from '../../shortcuts/common-shortcuts.ts';
import { keyCaps, scopes, type Scope, type Shortcut } from '../../shortcuts/shortcut.ts';
import { useIsMac } from '../../shortcuts/ShortcutsProvider.tsx';
import { WayCard } from '../WayCard.tsx';
import styles from './HelpScreen.module.css';

const all: readonly Shortcut[] = Object.values(shortcuts);

const scopeTitles = {
  global: 'shortcuts.scope.global',
  list: 'shortcuts.scope.list',
  chat: 'shortcuts.scope.chat',
  messages: 'shortcuts.scope.messages',
  composer: 'shortcuts.scope.composer',
} as const satisfies Record<Scope, MessageId>;

/** /help: where help is, and every shortcut that there is. */
export function HelpScreen() {
  const { directory, append } = useApp();
  const text = useText();
  const isMac = useIsMac();
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('help.title')}</h1>
      <div className={styles.ways}>
        <WayCard to="/user-manual" icon={<DocumentIcon />} title={text('menu.manual')}>
          {text('help.manual')}
        </WayCard>
        <WayCard to="/training-videos" icon={<VideoIcon />} title={text('menu.videos')}>
          {text('help.videos')}
        </WayCard>
        <WayCard to="/support" icon={<PhoneIcon />} title={text('menu.support')}>
          {text('help.support')}
        </WayCard>
      </div>
      <section className={styles.card} aria-labelledby="help-shortcuts">
        <div className={styles.head}>
          <h2 id="help-shortcuts">{text('shortcuts.title')}</h2>
          <p>{text('help.shortcuts')}</p>
        </div>
        <div className={styles.scopes}>
          {scopes.map((scope) => (
            <section key={scope}>
              <h3 className={styles.scope}>{text(scopeTitles[scope])}</h3>
              <dl className={styles.list}>
                {all
                  .filter((each) => each.scope === scope)
                  .map((shortcut) => (
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
        <Switch
          isSelected={hasSingleKeys}
          onChange={() => append({ type: 'singleKeys.toggled' })}
          description={text('shortcuts.singleKeys.hint')}
        >
          {text('shortcuts.singleKeys')}
        </Switch>
      </section>
    </div>
  );
}
