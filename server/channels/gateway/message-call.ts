import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import type { OutboundMessage, Shareable } from '../channel.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Files take longer. */
const FILE_TIMEOUT_MS = 120_000;

/** The call that sends a message to a number, in digits; undefined if gateways don't support its kind. */
export async function messageCall(
  name: string,
  number: string,
  message: OutboundMessage,
): Promise<GatewayCall | undefined> {
  const post = (verb: string, body: object): GatewayCall => ({
    method: 'POST',
    path: `/message/${verb}/${encodeURIComponent(name)}`,
    body,
  });
  const { replyToProviderId } = message;
  const quoted = replyToProviderId === undefined ? {} : { quoted: { key: { id: replyToProviderId } } };
  switch (message.kind) {
    case 'text':
      return post('sendText', { number, text: message.text, linkPreview: message.previewUrl ?? true, ...quoted });
    case 'image':
    case 'document':
    case 'audio':
    case 'video':
    case 'sticker': {
      const { source, caption, filename, kind, voice } = message;
      if ('mediaId' in source) return undefined;
      const verb = voice === true ? 'sendWhatsAppAudio' : kind === 'sticker' ? 'sendSticker' : 'sendMedia';
      const fields = {
        number,
        ...(verb === 'sendMedia' && { mediatype: kind }),
        ...(caption !== undefined && { caption }),
        ...(filename !== undefined && { fileName: filename }),
      };
      if ('link' in source) {
        return verb === 'sendMedia' ? post(verb, { ...fields, ...quoted, media: source.link }) : undefined;
      }
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      if (verb === 'sendMedia') form.append('mimetype', source.file.mimeType);
      if (replyToProviderId !== undefined) form.append('quoted[key][id]', replyToProviderId);
      form.append('file', await openAsBlob(source.file.path, { type: source.file.mimeType }), source.file.name);
      return { ...post(verb, form), timeoutMs: FILE_TIMEOUT_MS };
    }
    case 'reaction': {
      const { emoji, targetProviderId, isOurs = false } = message;
      const key = { id: targetProviderId, remoteJid: jidOf(number), fromMe: isOurs };
      return post('sendReaction', { key, reaction: emoji });
    }
    case 'location':
    case 'contacts':
    case 'choices':
      return sharedCall(post, number, message, quoted);
    case 'template':
      return undefined;
  }
}

/** WhatsApp's id of a person's phone. */
export function jidOf(number: string): string {
  return `${number}@s.whatsapp.net`;
}

function sharedCall(
  post: (verb: string, body: object) => GatewayCall,
  number: string,
  shared: Shareable,
  quoted: object,
): GatewayCall {
  switch (shared.kind) {
    case 'location': {
      const { latitude, longitude, name, address } = shared.location;
      return post('sendLocation', { number, latitude, longitude, name: name ?? '', address: address ?? '', ...quoted });
    }
    case 'contacts':
      return post('sendContact', {
        number,
        contact: shared.contacts.map(({ name: fullName, organization, phones: [phone], emails: [email] }) => ({
          fullName,
          wuid: phone?.waId ?? phone?.phone.replaceAll(/\D/g, '') ?? '',
          phoneNumber: phone?.phone ?? '',
          ...(organization !== undefined && { organization }),
          ...(email !== undefined && { email }),
        })),
        ...quoted,
      });
    case 'choices': {
      // Without Meta's API there are no buttons: the choices are listed, and the customer writes one.
      const options = shared.options.map(({ title, description }, index) =>
        [`${index + 1}. ${title}`, ...(description === null ? [] : [`   ${description}`])].join('\n'),
      );
      return post('sendText', { number, text: [shared.text, ...options].join('\n'), ...quoted });
    }
  }
}
