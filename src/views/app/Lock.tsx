import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const LockScreen = lazyScreen(
  async () => (await import('../administration/AdministrationScreens.tsx')).LockRoute,
  [accountMenuArea],
  { waiting: () => <LoadingOverlay isVisible kind="cover" />, isScreen: true },
);

/** Hides whatever is on the page until the password is given; the focus then goes back to where it was. */
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
    // A dialog that is open below neither hides it nor keeps the focus.
    <div data-lock data-react-aria-top-layer>
      <LockScreen />
    </div>,
    document.body,
  );
}
