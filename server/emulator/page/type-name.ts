import { say } from './texts.ts';
import type { TextKey } from './texts.ts';

const typeNames: Readonly<Record<string, TextKey>> = {
  image: 'photo',
  document: 'document',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
  revoked: 'revoked',
};

/** The name of a message type in the page's language. */
export function typeName(type: string): string {
  const key = typeNames[type];
  return key === undefined ? type : say(key);
}
