import { useEffect, useState, type ReactNode } from 'react';
import { CopyIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './Copiable.module.css';

interface CopiableProps {
  /** What it is, as its button says it. */
  readonly what: string;
  readonly value: string;
  /** As it is shown, if not as it is. */
  readonly children?: ReactNode;
}

/** How long the outcome stays visible, in milliseconds. */
const OUTCOME_MS = 2_500;

/** A value with a button that copies it, and says whether it did. */
export function Copiable({ what, value, children = value }: CopiableProps) {
  const text = useText();
  const { outcome, copy } = useCopy(value);
  return (
    <span className={styles.copiable}>
      <span>{children}</span>
      <IconButton
        size="sm"
        label={text('attendance.customer.copy', { what })}
        icon={outcome?.isCopied === true ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        onPress={() => void copy()}
      />
      <span role="status" className={styles.outcome}>
        {outcome?.isCopied === true && <VisuallyHidden>{text('attendance.customer.copied', { what })}</VisuallyHidden>}
        {outcome?.isCopied === false && text('attendance.customer.notCopied', { what })}
      </span>
    </span>
  );
}

/** Copies a value, and says for a moment whether it did. */
export function useCopy(value: string) {
  // An object, so that a second copy restarts the time even with the same outcome.
  const [outcome, setOutcome] = useState<{ readonly isCopied: boolean }>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      // Without https there is no clipboard, which throws as well.
      await navigator.clipboard.writeText(value);
      setOutcome({ isCopied: true });
    } catch {
      setOutcome({ isCopied: false });
    }
  };
  return { outcome, copy };
}
