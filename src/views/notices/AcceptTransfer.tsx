import { useSelector } from '@xstate/react';
import type { TransferId } from '../../machines/entities/ids.ts';
import { selectMayConfirm } from '../../machines/transfer/transfer.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';

/** Accepts an offered transfer without leaving the screen. */
export function AcceptTransfer({ transferId }: { readonly transferId: TransferId }) {
  const { directory, append } = useApp();
  const text = useText();
  const actor = directory.transfer(transferId);
  const mayConfirm = useSelector(actor, (snapshot) => snapshot !== undefined && selectMayConfirm(snapshot));
  const isPending = useSelector(actor, (snapshot) => snapshot?.matches('confirming') === true);
  if (!mayConfirm && !isPending) return null;
  return (
    <Button
      size="sm"
      variant="primary"
      isPending={isPending}
      onPress={() => append({ type: 'transfer.confirmRequested', transferId })}
    >
      {text('notice.transfer.accept')}
    </Button>
  );
}
