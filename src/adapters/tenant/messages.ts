import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { sendImageSelenium } from '../../../contract/graphql/send-image-selenium.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import type { ContactInput } from '../../../contract/graphql/share-content.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import type { SharedContact } from '../../machines/entities/entities.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallResult } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { messageOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** Outgoing texts, uploaded files, images by their address, reactions, forwarded messages, templates, places, and cards. */
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
      const settle = (result: CallResult<CustomerChat>) => {
        if (result.ok) append({ type: 'message.accepted', clientId, message: messageOf(result.answer) });
        else if (result.inDoubt) append({ type: 'message.answerLost', clientId });
        else append({ type: 'message.refused', clientId, failure: result.failure });
      };
      const target = { user_id: message.userId, to_number: message.toNumber, instance_id: message.instanceId };
      if (message.reactsTo !== undefined) {
        const { userId: user_id, reactsTo: message_id, text: emoji } = message;
        const variables = { user_id, message_id, emoji, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', sendReaction, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.sendReaction } : result),
        );
        return;
      }
      if (message.forwards !== undefined) {
        const variables = { ...target, message_id: message.forwards.id, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', forwardMessage, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.forwardMessage } : result),
        );
        return;
      }
      if (message.template !== undefined) {
        const { id: template_id, values } = message.template;
        const filled = Object.entries(values).map(([key, value]) => ({ key, value }));
        const variables = { ...target, template_id, variables: filled, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', sendTemplate, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.sendTemplate } : result),
        );
        return;
      }
      if (message.shares !== undefined) {
        const { shares } = message;
        const shared = 'place' in shares ? { location: { ...shares.place } } : { contact: cardOf(shares.contact) };
        const variables = { ...target, ...shared, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', shareContent, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.shareContent } : result),
        );
        return;
      }
      if (message.file !== undefined) {
        const caption = message.text === '' ? null : message.text;
        const variables = { ...target, caption, reply_message_id: message.replyTo, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', sendFile, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.sendFile } : result),
        );
        return;
      }
      if (message.imageUrl !== undefined) {
        const caption = message.text === '' ? null : message.text;
        const variables = { ...target, image_url: message.imageUrl, image_caption: caption, client_id: clientId };
        gateway.call(graphqlCall(parts, 'message.send', sendImageSelenium, { variables }), (result) =>
          settle(result.ok ? { ok: true, answer: result.answer.sendImageSelenium } : result),
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

function cardOf({ name, organization, phones, emails }: SharedContact): ContactInput {
  return { name, organization, phones: [...phones], emails: [...emails] };
}
