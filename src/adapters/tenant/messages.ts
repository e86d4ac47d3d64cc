import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import { messageOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** Outgoing texts. */
export interface TenantMessages {
  /** -> message.accepted | message.refused | message.answerLost, if the server may have it anyway */
  readonly send: (command: CommandOf<'message.send'>) => void;
  /** -> message.resolved | message.resolveFailed */
  readonly resolve: (command: CommandOf<'message.resolve'>) => void;
}

export function createTenantMessages(parts: CallParts): TenantMessages {
  const { append, gateway } = parts;

  return {
    send: ({ message }) => {
      const { clientId } = message;
      const variables = {
        user_id: message.userId,
        to_number: message.toNumber,
        message: message.text,
        instance_id: message.instanceId,
        reply_message_id: message.replyTo,
        from_chat: true,
        client_id: clientId,
      };
      gateway.call(graphqlCall(parts, 'message.send', sendMessage, { variables }), (result) => {
        if (result.ok) append({ type: 'message.accepted', clientId, message: messageOf(result.answer.sendMessage) });
        else if (result.inDoubt) append({ type: 'message.answerLost', clientId });
        else append({ type: 'message.refused', clientId, failure: result.failure });
      });
    },
    resolve: ({ clientId }) => {
      const request = { variables: { client_id: clientId } };
      gateway.call(graphqlCall(parts, 'message.resolve', sentMessage, request), (result) => {
        if (!result.ok) {
          append({ type: 'message.resolveFailed', clientId });
          return;
        }
        const sent = result.answer.sentMessage;
        append({ type: 'message.resolved', clientId, message: sent === null ? null : messageOf(sent) });
      });
    },
  };
}
