import { useState, type ReactNode } from 'react';
import { Button } from '../../kit/Button.tsx';
import { CopyIcon } from '../../kit/administration-icons.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';

interface CopyButtonProps {
  readonly value: string;
  readonly children: ReactNode;
  readonly onCopied?: () => void;
}

/** Copies, and says whether it worked: without https there is no clipboard. */
export function CopyButton({ value, children, onCopied }: CopyButtonProps) {
  const text = useText();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
      onCopied?.();
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <Button size="sm" icon={outcome === 'copied' ? <CheckIcon /> : <CopyIcon />} onPress={() => void copy()}>
      {outcome === undefined ? children : text(outcome === 'copied' ? 'account.copied' : 'account.copy.refused')}
    </Button>
  );
}
