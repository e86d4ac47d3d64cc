import { use, useId, type ComponentProps, type ReactNode } from 'react';
import type { Failure } from '../../../../machines/entities/failure.ts';
import { useFailureText } from '../../../app/failure-text.ts';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { SendIcon } from '../../../kit/icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { ClosedContext } from './closed.ts';
import { KeptHere } from './KeptHere.tsx';
import type { SentMessage } from './use-sent.ts';
import styles from './FilesTray.module.css';

interface SendDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'> {
  readonly sent: SentMessage;
  /** What was typed, to be copied where the conversation is closed. */
  readonly words: string | undefined;
  /** What no field says. */
  readonly refusal: Failure | null;
  /** Sends what was typed, or marks what is wrong. */
  readonly onSend: () => void;
  readonly form?: Pick<ComponentProps<'form'>, 'ref' | 'className' | 'noValidate' | 'onKeyDown'>;
  readonly children: ReactNode;
}

/** A form that is sent as one message. Stays open until the server has taken it. */
export function SendDialog({ sent, words, refusal, onSend, onClose, form, children, ...dialog }: SendDialogProps) {
  const text = useText();
  const failureText = useFailureText();
  const formId = useId();
  const isClosed = use(ClosedContext) !== undefined;
  const { isSending, dropRefused } = sent;
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={() => {
        dropRefused();
        onClose();
      }}
      footer={
        <Button
          variant="primary"
          icon={<SendIcon size={16} />}
          isPending={isSending}
          isDisabled={isClosed}
          type="submit"
          form={formId}
        >
          {text('sending.send')}
        </Button>
      }
    >
      <form
        className={styles.tray}
        {...form}
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSending || isClosed) return;
          dropRefused();
          onSend();
        }}
      >
        <KeptHere words={words} />
        {refusal !== null && <Banner tone="danger">{failureText(refusal)}</Banner>}
        {children}
      </form>
    </Dialog>
  );
}
