import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../../machines/entities/failure.ts';
import { selectSendFailure, selectSendState } from '../../../../machines/message-send/message-send.selectors.ts';
import { useApp, useKept } from '../../../app/app-context.tsx';

/** The message that a dialog sends, and stays open for until the server has taken it. */
export interface SentMessage {
  readonly isSending: boolean;
  /** Why the server refused it; null while it didn't. */
  readonly failure: Failure | null;
  /** Watches the message with this client id. */
  readonly begin: (clientId: string) => void;
  /** What was refused is corrected in the dialog, so nothing of it stays in the chat. */
  readonly dropRefused: () => void;
}

/** `onDone`: the server has it. */
export function useSent(onDone: () => void): SentMessage {
  const { append, directory } = useApp();
  const [clientId, setClientId] = useState<string>();
  const actor = useKept(clientId === undefined ? undefined : directory.send(clientId), clientId);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectSendState(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectSendFailure(snapshot)));

  useEffect(() => {
    if (clientId !== undefined && (state === undefined || state === 'sent')) onDone();
  }, [clientId, state, onDone]);

  return {
    isSending: clientId !== undefined && state !== 'failed',
    failure,
    begin: setClientId,
    dropRefused: () => {
      if (clientId !== undefined && state === 'failed') append({ type: 'message.discarded', clientId });
      setClientId(undefined);
    },
  };
}
