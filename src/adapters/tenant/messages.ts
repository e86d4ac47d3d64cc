import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { OutgoingMessage } from '../../machines/log/events-send.ts';
import type { CallResult } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { late } from '../late.ts';
import { messageOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** Outgoing messages of every kind. */
interface TenantMessages {
  /** -> message.accepted | message.refused | message.answerLost, if the server may have it anyway */
  readonly send: (command: CommandOf<'message.send'>) => void;
  /** -> message.resolved | message.resolveFailed */
  readonly resolve: (command: CommandOf<'message.resolve'>) => void;
  /** Loads the code for messages other than texts; rejects if it doesn't load. */
  readonly prepare: () => Promise<unknown>;
}

/** Whom a message is from and for. */
export type MessageTarget = Readonly<Record<'user_id' | 'to_number' | 'instance_id', string>>;

export function createTenantMessages(parts: CallParts): TenantMessages {
  const { append, gateway } = parts;
  const loadRichMessages = late(async () => (await import('./rich-messages.ts')).createRichMessages(parts));

  return {
    prepare: loadRichMessages,
    send: ({ message }) => {
      const { clientId } = message;
      const settle = (result: CallResult<CustomerChat>) => {
        if (result.ok) append({ type: 'message.accepted', clientId, message: messageOf(result.answer) });
        else if (result.inDoubt) append({ type: 'message.answerLost', clientId });
        else append({ type: 'message.refused', clientId, failure: result.failure });
      };
      const target = { user_id: message.userId, to_number: message.toNumber, instance_id: message.instanceId };
      if (!isPlainText(message)) {
        loadRichMessages().then(
          (rich) => rich.send(message, target, settle),
          // Nothing was sent. Like a lost answer, it is retried with backoff.
          () => append({ type: 'message.answerLost', clientId }),
        );
        return;
      }
      const variables = {
        ...target,
        message: message.text,
        reply_message_id: message.replyTo,
        from_chat: true,
        client_id: clientId,
      };
      gateway.call(graphqlCall(parts, 'message.send', sendMessage, { variables }), (result) =>
        settle(result.ok ? { ok: true, answer: result.answer.sendMessage } : result),
      );
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

function isPlainText({ reactsTo, forwards, template, shares, file, imageUrl }: OutgoingMessage): boolean {
  return [reactsTo, forwards, template, shares, file, imageUrl].every((rich) => rich === undefined);
}
