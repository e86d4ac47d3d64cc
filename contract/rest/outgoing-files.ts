import * as z from 'zod/mini';
import { TAG_TYPES } from '../facts/tag-type.ts';
import { countSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/**
 * Uploads the file of a message before `sendFile`, under the message's client id. The body is the file itself, of any
 * content type, as a stream; `name` is in the query. Idempotent: a file uploaded already is answered at once. One that
 * is never sent is deleted after a day.
 *
 * Refuses, by the field `file`: an empty file, one over `OUTGOING_FILE_MAX` (413), a program, content that doesn't match
 * the name, an image of too many pixels, and by `name` one that is too long or has none. Needs the permission `chat`.
 */
export const uploadOutgoingFile = restCall({
  method: 'PUT',
  path: '/api/outgoing-files/:client_id',
  body: z.object({ client_id: z.string(), name: z.string() }),
  answer: z.object({
    client_id: z.string(),
    tag_type: z.enum(TAG_TYPES),
    mime_type: z.string(),
    size_bytes: countSchema,
  }),
});
