import { useIsText } from '../app/failure-text.ts';
import { Pill } from '../kit/Pill.tsx';
import { useText } from '../kit/useText.ts';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import styles from './ConnectionPill.module.css';

/** The socket's state as users see it. */
export type ConnectionView = 'live' | 'reconnecting' | 'offline' | 'disconnected' | 'tooMany';

const dots = {
  live: 'success',
  reconnecting: 'warning',
  offline: 'danger',
  disconnected: 'danger',
  tooMany: 'danger',
} as const;

interface ConnectionPillProps {
  readonly state: ConnectionView;
  /** Whether it is worth a bar where there is none. */
  readonly isTrouble: boolean;
}

/** Always visible: whether the page is up to date; where there is little room, the dot alone says that it is. Changes are announced. */
export function ConnectionPill({ state, isTrouble }: ConnectionPillProps) {
  const text = useText();
  const isText = useIsText();
  const label = text(`layout.connection.${state === 'live' || state === 'reconnecting' ? state : 'offline'}`);
  // Loaded with the menu.
  const hint = `layout.connection.${state}.hint`;
  return (
    <span role="status" {...(isTrouble && { 'data-trouble': '' })}>
      <Pill
        dot={dots[state]}
        isBusy={state === 'reconnecting'}
        tone={dots[state] === 'danger' ? 'danger' : 'neutral'}
        {...(isText(hint) && { title: text(hint) })}
        className={state === 'live' ? styles.live : undefined}
      >
        <VisuallyHidden>{text('layout.connection.label', { state: label })}</VisuallyHidden>
        <span aria-hidden="true">{label}</span>
      </Pill>
    </span>
  );
}
