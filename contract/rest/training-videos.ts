import * as z from 'zod/mini';
import { VIDEO_POSITION_MAX } from '../facts/administration.ts';
import { LOCALES } from '../facts/locales.ts';
import { lineSchema, versionSchema } from '../fields.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** Origins whose videos may be embedded; others are links. The server's content security policy says the same. */
export const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/** A training video of the platform. `embed_url` is null for a plain link; `language` is null for all languages. */
export const trainingVideoSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  url: z.string(),
  embed_url: z.nullable(z.string()),
  language: z.nullable(z.enum(LOCALES)),
  position: z.int(),
  /** When the current user marked it as watched. */
  watched_at: z.nullable(timestampSchema),
  version: z.string(),
});
export type TrainingVideo = z.infer<typeof trainingVideoSchema>;

function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** The form of a video. */
export const videoFormSchema = z.object({
  title: lineSchema(120),
  description: z._default(
    z.string({ error: 'error.field.invalid' }).check(
      z.trim(),
      z.overwrite((text) => text.replaceAll('\r\n', '\n')),
      z.maxLength(500, 'error.field.tooLong'),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'error.field.characters'),
    ),
    '',
  ),
  url: z
    .string({ error: 'error.field.required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'error.field.required', abort: true }),
      z.maxLength(500, { error: 'error.field.tooLong', abort: true }),
      z.refine(isHttps, 'error.video.url'),
    ),
  language: z.optional(z.nullable(z.enum(LOCALES, { error: 'error.field.invalid' }))),
  position: z
    .int({ error: 'error.field.number' })
    .check(
      z.minimum(1, { error: 'error.field.tooSmall' }),
      z.maximum(VIDEO_POSITION_MAX, { error: 'error.field.tooLarge' }),
    ),
});
export type VideoForm = z.infer<typeof videoFormSchema>;

/** All videos, in order. */
export const trainingVideos = restCall({
  method: 'GET',
  path: '/api/training-videos',
  body: z.object({}),
  answer: z.array(trainingVideoSchema),
});

export const addTrainingVideo = restCall({
  method: 'POST',
  path: '/api/training-videos',
  body: videoFormSchema,
  answer: trainingVideoSchema,
});

export const changeTrainingVideo = restCall({
  method: 'PUT',
  path: '/api/training-videos/:id',
  body: z.extend(videoFormSchema, { id: z.string(), version: versionSchema }),
  answer: trainingVideoSchema,
});

export const removeTrainingVideo = restCall({
  method: 'DELETE',
  path: '/api/training-videos/:id',
  body: z.object({ id: z.string() }),
  answer: z.object({ ok: z.literal(true) }),
});

/** Marks a video as watched by the current user, or not watched. */
export const watchTrainingVideo = restCall({
  method: 'POST',
  path: '/api/training-videos/:id/watched',
  body: z.object({ id: z.string(), watched: z.boolean({ error: 'error.field.invalid' }) }),
  answer: trainingVideoSchema,
});
