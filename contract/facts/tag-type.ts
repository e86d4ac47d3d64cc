/**
 * Kind of a message. `stop_flow` is an attendant's text, which stops a bot's flow. `edited` is the new text of the
 * message it replies to, `revoked` means the customer deleted that message, `system` is a note by the provider,
 * `welcome` means the customer opened the conversation without writing.
 */
export const TAG_TYPES = [
  'text',
  'stop_flow',
  'image',
  'pdf',
  'doc',
  'audio',
  'video',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'button',
  'reaction',
  'template',
  'order',
  'poll',
  'edited',
  'revoked',
  'system',
  'welcome',
  'unsupported',
] as const;
export type TagType = (typeof TAG_TYPES)[number];
