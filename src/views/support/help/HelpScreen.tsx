import { useSelector } from '@xstate/react';
import { selectHasSingleKeys, selectModSends } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import * as common from '../../shortcuts/common-shortcuts.ts';
import * as late from '../../shortcuts/late-shortcuts.ts';
import { ShortcutList } from '../../shortcuts/ShortcutList.tsx';
import { SingleKeysSwitch } from '../../shortcuts/SingleKeysSwitch.tsx';
import { HelpLinks } from '../HelpLinks.tsx';
import styles from './HelpScreen.module.css';

/** /help: links to help, and all shortcuts. */
export function HelpScreen() {
  const { directory, append } = useApp();
  const text = useText();
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  const modSends = useSelector(directory.shell, selectModSends);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('help.title')}</h1>
      <HelpLinks to={['user-manual', 'training-videos', 'support']} />
      <section className={styles.card} aria-labelledby="help-shortcuts">
        <div className={styles.head}>
          <h2 id="help-shortcuts">{text('shortcuts.title')}</h2>
          <p>{text('help.shortcuts')}</p>
        </div>
        <ShortcutList shortcuts={[...Object.values(common), ...Object.values(late)]} modSends={modSends} isWide />
        <SingleKeysSwitch isOn={hasSingleKeys} onChange={() => append({ type: 'singleKeys.toggled' })} />
      </section>
    </div>
  );
}
