import { readFile } from 'node:fs/promises';
import type { StoredMedia } from './model.ts';

/** Sample files that a customer of the emulator can send. */
export const samples = {
  photo: { file: 'photo.jpg', mimeType: 'image/jpeg', filename: null },
  document: { file: 'receipt.pdf', mimeType: 'application/pdf', filename: 'comprovante.pdf' },
  audio: { file: 'voice.ogg', mimeType: 'audio/ogg; codecs=opus', filename: null },
  video: { file: 'clip.mp4', mimeType: 'video/mp4', filename: null },
  sticker: { file: 'sticker.webp', mimeType: 'image/webp', filename: null },
} as const;
export type SampleName = keyof typeof samples;

function isSampleName(name: string): name is SampleName {
  return Object.hasOwn(samples, name);
}

/** The bytes of a file of the emulated provider. */
export async function mediaBytes(media: StoredMedia): Promise<Buffer> {
  if (media.base64 !== null) return Buffer.from(media.base64, 'base64');
  if (media.zeros !== null) return Buffer.alloc(media.zeros);
  const { sample } = media;
  if (sample === null || !isSampleName(sample)) throw new Error(`Media ${media.id} has no content.`);
  return readFile(new URL(`samples/${samples[sample].file}`, import.meta.url));
}
