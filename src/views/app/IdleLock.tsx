import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { selectLockMinutes } from '../../machines/shell/shell.preferences.selectors.ts';
import { lockAfter, useOwnSettings } from '../administration/account/use-own-settings.ts';
import { useApp } from './app-context.tsx';
import { useIdle } from './use-idle.ts';

interface IdleLockProps {
  readonly userId: string;
  /** Left out for support, who can't lock. */
  readonly onIdle: (() => void) | undefined;
}

/**
 * Locks an idle screen: after the user's choice, capped by the company's limit once that is loaded. The lists of
 * conversations read the company's rules from here.
 */
export function IdleLock(props: IdleLockProps) {
  const { directory, prepareAdministration } = useApp();
  const chosen = useSelector(directory.shell, selectLockMinutes);
  const [isPrepared, setPrepared] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    prepareAdministration().then(
      () => isCurrent && setPrepared(true),
      (error: unknown) => console.error(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [prepareAdministration]);
  return isPrepared ? <Limited {...props} chosen={chosen} /> : <Timer minutes={chosen} onIdle={props.onIdle} />;
}

function Limited({ userId, chosen, onIdle }: IdleLockProps & { readonly chosen: number | null }) {
  const { own } = useOwnSettings(userId);
  return <Timer minutes={lockAfter(chosen, own)} onIdle={onIdle} />;
}

function Timer({ minutes, onIdle }: Pick<IdleLockProps, 'onIdle'> & { readonly minutes: number | null }) {
  useIdle(onIdle === undefined ? null : minutes, () => onIdle?.());
  return null;
}
