import { useState } from 'react';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { paletteArea } from '../../i18n/areas/palette.ts';
import { shortcutsArea } from '../../i18n/areas/shortcuts.ts';
import { part } from '../kit/part.tsx';
import { usePreload } from '../app/preload.ts';
import { SearchIcon } from '../kit/icons.tsx';
import { Kbd } from '../kit/Kbd.tsx';
import { useText } from '../kit/useText.ts';
import type { SideMenuItem } from '../layout/SideMenu.tsx';
import { openPalette } from '../shortcuts/common-shortcuts.ts';
import { keyCaps } from '../shortcuts/shortcut.ts';
import { useIsMac, useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import styles from './PaletteOpener.module.css';

const areas = [paletteArea, shortcutsArea, accountMenuArea];
const load = async () => (await import('./Palette.tsx')).Palette;
const Palette = part(load, areas, { onClose: ({ onClose }) => onClose() });

interface PaletteOpenerProps {
  readonly menu: readonly SideMenuItem[];
  /** How often it was asked for elsewhere, as in a phone's bar. */
  readonly asked?: number;
}

/** The top bar's search, which opens the palette, as its shortcut does on every screen. */
export function PaletteOpener({ menu, asked = 0 }: PaletteOpenerProps) {
  const text = useText();
  const isMac = useIsMac();
  const [isOpen, setOpen] = useState(false);
  const [answered, setAnswered] = useState(asked);
  if (asked !== answered) {
    setAnswered(asked);
    setOpen(true);
  }
  useShortcut(openPalette, () => setOpen(true));
  usePreload([load], areas);
  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SearchIcon />
        <span className={styles.label}>{text('layout.search')}</span>
        <span className={styles.keys}>
          <Kbd>{keyCaps(openPalette.keys, isMac).join(' ')}</Kbd>
        </span>
      </button>
      {isOpen && (
        <Palette
          menu={menu}
          onClose={() => setOpen(false)}
          onChoose={(run) => {
            setOpen(false);
            // The dialog gives the focus back in the frame after it has gone; an action may then take it.
            requestAnimationFrame(() => requestAnimationFrame(run));
          }}
        />
      )}
    </>
  );
}
