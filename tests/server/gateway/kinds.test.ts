import { FormData } from 'undici';
import { describe, expect, test } from 'vitest';
import type { OutboundContent } from '../../../server/channels/channel.ts';
import { messageCall } from '../../../server/channels/gateway/message-call.ts';
import { readMessage } from '../../../server/channels/gateway/read-message.ts';

const NUMBER = '5511987654321';
const SAMPLES = new URL('../../../server/emulator/samples/', import.meta.url);

describe('received', () => {
  const read = (messageType: string, body: unknown) =>
    readMessage(
      'evolution:1-1:x',
      {
        key: { id: 'ABC', remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe: false },
        pushName: 'Célia',
        messageType,
        message: { [messageType]: body },
      },
      new Date(0),
    )?.messages[0];
  const media = { id: 'ABC', filename: undefined, sha256: undefined };
  const vcard = 'BEGIN:VCARD\nFN:Rui Azevedo\nitem1.TEL;type=CELL;waid=5511912345678:+55 11 91234-5678\nEND:VCARD';
  const rui = {
    name: 'Rui',
    organization: undefined,
    phones: [{ phone: '+55 11 91234-5678', waId: '5511912345678' }],
    emails: [],
  };

  test.each<[string, unknown, object]>([
    [
      'videoMessage',
      { mimetype: 'video/mp4', caption: 'Olha' },
      { kind: 'video', tagType: 'video', text: 'Olha', media: { ...media, mimeType: 'video/mp4' } },
    ],
    ['ptvMessage', { mimetype: 'video/mp4' }, { kind: 'video', tagType: 'video', text: '' }],
    [
      'stickerMessage',
      { mimetype: 'image/webp' },
      { kind: 'sticker', tagType: 'sticker', media: { ...media, mimeType: 'image/webp' } },
    ],
    [
      'audioMessage',
      { mimetype: 'audio/ogg; codecs=opus', ptt: true },
      { kind: 'audio', tagType: 'audio', voice: true },
    ],
    [
      'documentMessage',
      { mimetype: 'application/pdf', fileName: 'nota.pdf', caption: 'A nota' },
      {
        kind: 'document',
        tagType: 'pdf',
        text: 'A nota',
        media: { ...media, mimeType: 'application/pdf', filename: 'nota.pdf' },
      },
    ],
    [
      'documentMessage',
      { mimetype: 'application/zip' },
      { kind: 'document', tagType: 'doc', media: { filename: 'documento' } },
    ],
    [
      'contactMessage',
      { displayName: 'Rui', vcard },
      { kind: 'contacts', tagType: 'contacts', text: 'Rui', contacts: [rui] },
    ],
    [
      'contactsArrayMessage',
      { contacts: [{ displayName: 'Rui', vcard }, { vcard }] },
      { kind: 'contacts', text: 'Rui, Rui Azevedo', contacts: [rui, { ...rui, name: 'Rui Azevedo' }] },
    ],
    ['contactMessage', { vcard: '' }, { kind: 'unsupported', tagType: 'unsupported' }],
    [
      'liveLocationMessage',
      { degreesLatitude: -23.5, degreesLongitude: -46.6 },
      { kind: 'location', tagType: 'location', location: { latitude: -23.5, longitude: -46.6 } },
    ],
    ['listResponseMessage', { title: 'Retirada na loja' }, { kind: 'text', tagType: 'text', text: 'Retirada na loja' }],
    ['buttonsResponseMessage', { selectedDisplayText: 'Sim', selectedButtonId: '1' }, { kind: 'text', text: 'Sim' }],
    ['templateButtonReplyMessage', { selectedDisplayText: 'Não' }, { kind: 'text', text: 'Não' }],
    ['listResponseMessage', {}, { kind: 'unsupported', providerType: 'listResponseMessage' }],
    ['pollCreationMessage', { name: 'Qual?' }, { kind: 'unsupported', providerType: 'pollCreationMessage' }],
    [
      'reactionMessage',
      { key: { id: 'XYZ' }, text: '' },
      { kind: 'reaction', emoji: undefined, targetProviderId: 'XYZ' },
    ],
  ])('%s %j -> as it was', (type, body, expected) => {
    expect(read(type, body)).toMatchObject({
      from: NUMBER,
      profileName: 'Célia',
      providerMessageId: 'ABC',
      ...expected,
    });
  });

  test('a reply, a forwarded message -> its quote, and the forwarded mark', () => {
    const contextInfo = { stanzaId: 'XYZ', isForwarded: true };
    expect(read('videoMessage', { contextInfo })).toMatchObject({ replyToProviderId: 'XYZ', forwarded: true });
  });
});

describe('sent', () => {
  const called = async (content: OutboundContent, replyToProviderId?: string) => {
    const head = { phoneNumberId: 'evolution:1-1:x', accessToken: 'k', to: NUMBER, callbackData: '1' };
    const call = await messageCall('loja um', NUMBER, { ...head, replyToProviderId, ...content });
    const body: unknown = call?.body;
    return { path: call?.path, body };
  };
  /** The fields of a form, its file by its name. */
  const fields = (form: unknown) =>
    form instanceof FormData
      ? Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
      : undefined;
  const file = (name: string, mimeType: string) => ({
    file: { path: new URL(name, SAMPLES).pathname, mimeType, name },
  });

  test.each<[OutboundContent, string, object]>([
    [
      { kind: 'sticker', source: file('sticker.webp', 'image/webp') },
      'sendSticker',
      { number: NUMBER, file: 'sticker.webp' },
    ],
    [
      { kind: 'audio', voice: true, source: file('voice.ogg', 'audio/ogg') },
      'sendWhatsAppAudio',
      { number: NUMBER, file: 'voice.ogg' },
    ],
    [
      { kind: 'audio', source: file('voice.ogg', 'audio/ogg') },
      'sendMedia',
      { number: NUMBER, mediatype: 'audio', mimetype: 'audio/ogg', file: 'voice.ogg' },
    ],
    [
      { kind: 'video', caption: 'Olha', source: file('clip.mp4', 'video/mp4') },
      'sendMedia',
      { number: NUMBER, mediatype: 'video', caption: 'Olha', mimetype: 'video/mp4', file: 'clip.mp4' },
    ],
    [
      { kind: 'document', filename: 'recibo.pdf', source: file('receipt.pdf', 'application/pdf') },
      'sendMedia',
      {
        number: NUMBER,
        mediatype: 'document',
        fileName: 'recibo.pdf',
        mimetype: 'application/pdf',
        file: 'receipt.pdf',
      },
    ],
  ])('$kind -> its call, with its file', async (content, verb, expected) => {
    const { path, body } = await called(content, 'XYZ');
    expect(path).toBe(`/message/${verb}/loja%20um`);
    expect(fields(body)).toEqual({ ...expected, 'quoted[key][id]': 'XYZ' });
  });

  test('a contact, with the first of its phones and addresses', async () => {
    const phones = [
      { phone: '+55 11 91234-5678', waId: undefined },
      { phone: '+55 11 3333-4444', waId: undefined },
    ];
    const contact = { name: 'Rui', organization: 'Azevedo', phones, emails: ['rui@azevedo.example'] };
    expect(await called({ kind: 'contacts', contacts: [contact] })).toMatchObject({
      path: '/message/sendContact/loja%20um',
      body: {
        number: NUMBER,
        contact: [
          {
            fullName: 'Rui',
            wuid: '5511912345678',
            phoneNumber: '+55 11 91234-5678',
            organization: 'Azevedo',
            email: 'rui@azevedo.example',
          },
        ],
      },
    });
  });

  test('choices -> listed in a text, with what each is', async () => {
    const options = [
      { title: 'Entrega', description: 'Em dois dias' },
      { title: 'Retirada', description: null },
    ];
    expect(await called({ kind: 'choices', text: 'Como prefere?', button: 'Ver', options })).toMatchObject({
      path: '/message/sendText/loja%20um',
      body: { number: NUMBER, text: 'Como prefere?\n1. Entrega\n   Em dois dias\n2. Retirada' },
    });
  });

  test('a template, a file that only Meta has -> nothing is called', async () => {
    const template = { kind: 'template', name: 'oi', language: 'pt_BR', header: [], body: [], buttons: [] } as const;
    expect((await called(template)).path).toBeUndefined();
    expect((await called({ kind: 'image', source: { mediaId: '1' } })).path).toBeUndefined();
    expect((await called({ kind: 'sticker', source: { link: 'https://loja.example/a.webp' } })).path).toBeUndefined();
  });
});
