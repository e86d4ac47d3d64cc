import { createContext, use, useState, type ReactNode } from 'react';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { part } from '../kit/part.tsx';
import { useApp } from './app-context.tsx';

export const loadLogoutDialog = async () => (await import('./LogoutDialog.tsx')).LogoutDialog;
const LogoutDialog = part(loadLogoutDialog, [accountMenuArea], { onClose: ({ onClose }) => onClose() });

const LogoutContext = createContext<(() => void) | undefined>(undefined);

/** Asks before a logout erases what isn't sent. */
export function AskedLogout({ children }: { readonly children: ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  const [ask] = useState(() => () => setAsked(true));
  return (
    <LogoutContext value={ask}>
      {children}
      {isAsked && <LogoutDialog onClose={() => setAsked(false)} />}
    </LogoutContext>
  );
}

/** Logs out, after a question if that loses anything. */
export function useLogout(): () => void {
  const { append } = useApp();
  return use(LogoutContext) ?? (() => append({ type: 'logout.requested' }));
}
