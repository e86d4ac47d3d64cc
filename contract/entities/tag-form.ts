import * as z from 'zod/mini';
import { TAG_COLORS } from '../facts/tag-colors.ts';
import { lineSchema } from '../fields.ts';

/** Creates or changes a tag. */
export const tagFormSchema = z.object({
  name: lineSchema(60),
  color: z.enum(TAG_COLORS, { error: 'error.field.invalid' }),
});
export type TagForm = z.infer<typeof tagFormSchema>;
