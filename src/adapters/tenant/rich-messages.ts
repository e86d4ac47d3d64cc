import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { sendImageSelenium } from '../../../contract/graphql/send-image-selenium.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import type { ContactInput, ShareContentVariables } from '../../../contract/graphql/share-content.ts';
import type { SharedContact } from '../../machines/entities/entities.ts';
import type { OutgoingMessage, Shared } from '../../machines/log/events-send.ts';
import type { CallResult } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import type { MessageTarget } from './messages.ts';
import { graphqlCall } from './request.ts';

/** Reactions, forwarded messages, templates, places, cards and choices, uploaded files, images by their address. */
interface RichMessages {
  /** Throws for a plain text. */
  readonly send: (
    message: OutgoingMessage,
    target: MessageTarget,
    settle: (result: CallResult<CustomerChat>) => void,
  ) => void;
}

export function createRichMessages(parts: CallParts): RichMessages {
  const { gateway } = parts;

  function send(message: OutgoingMessage, target: MessageTarget, settle: (result: CallResult<CustomerChat>) => void) {
    const { clientId } = message;
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
      const content = sharedInput(message.shares, message.text);
      const variables = { ...target, ...content, reply_message_id: message.replyTo, client_id: clientId };
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
    if (message.imageUrl === undefined) throw new Error('A plain text is sent by messages.ts');
    const caption = message.text === '' ? null : message.text;
    const variables = { ...target, image_url: message.imageUrl, image_caption: caption, client_id: clientId };
    gateway.call(graphqlCall(parts, 'message.send', sendImageSelenium, { variables }), (result) =>
      settle(result.ok ? { ok: true, answer: result.answer.sendImageSelenium } : result),
    );
  }

  return { send };
}

function sharedInput(shares: Shared, text: string): Pick<ShareContentVariables, 'location' | 'contact' | 'choices'> {
  if ('place' in shares) return { location: { ...shares.place } };
  if ('contact' in shares) return { contact: cardOf(shares.contact) };
  const { button, options } = shares.choices;
  return { choices: { text, button, options: options.map((option) => ({ ...option })) } };
}

function cardOf({ name, organization, phones, emails }: SharedContact): ContactInput {
  return { name, organization, phones: [...phones], emails: [...emails] };
}
