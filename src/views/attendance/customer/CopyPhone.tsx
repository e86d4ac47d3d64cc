import { useState } from 'react';
import { CopyIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';

/** Copies the number as it is dialled. */
export function CopyPhone({ phone }: { readonly phone: string }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  // Without https there is no clipboard.
  const copy = () =>
    navigator.clipboard?.writeText(`+${phone}`).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <IconButton
      size="sm"
      label={text(isCopied ? 'attendance.customer.copied' : 'attendance.customer.copy')}
      icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      onPress={() => void copy()}
    />
  );
}
