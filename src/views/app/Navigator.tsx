import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CommandOf } from '../../machines/log/command.ts';

export type Navigate = (command: CommandOf<'page.navigate'>) => void;

/** Gives the router's navigation to the command runner. */
export function Navigator({ onNavigator }: { readonly onNavigator: (navigate: Navigate) => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = useEffectEvent<Navigate>(({ to, replace, returnHere }) => {
    const here = pathname === '/' || pathname === '/login' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    void navigate(returnHere ? to + here : to, { replace });
  });
  useEffect(() => {
    onNavigator((command) => go(command));
  }, [onNavigator]);
  return null;
}
