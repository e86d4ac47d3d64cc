import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { part } from '../kit/part.tsx';

const LockScreen = part(
  async () => (await import('../administration/AdministrationScreens.tsx')).LockRoute,
  [accountMenuArea],
  { fallback: () => <LoadingOverlay isVisible kind="cover" />, isScreen: true },
);

/** Hides the page until the password is entered, then restores the focus. */
export function Lock() {
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['locked'] = '';
    return () => {
      delete dataset['locked'];
      dataset['unlocked'] = '';
      if (before instanceof HTMLElement) before.focus();
      delete dataset['unlocked'];
    };
  }, [before]);
  return createPortal(
    // Keeps an open dialog below from covering it or trapping the focus.
    <div data-lock data-react-aria-top-layer>
      <LockScreen />
    </div>,
    document.body,
  );
}
