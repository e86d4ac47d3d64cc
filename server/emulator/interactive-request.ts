import * as z from 'zod/mini';
import { CHOICES } from '../../contract/facts/choices.ts';
import { invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';

const textOf = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const bodySchema = z.looseObject({ text: textOf(CHOICES.textMax) });
const replySchema = z.looseObject({ id: textOf(256), title: textOf(CHOICES.replyMax) });
const rowSchema = z.looseObject({
  id: textOf(200),
  title: textOf(CHOICES.rowMax),
  description: z.optional(z.string().check(z.maxLength(CHOICES.descriptionMax))),
});
const interactiveSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('button'),
    body: bodySchema,
    action: z.looseObject({
      buttons: z
        .array(z.looseObject({ type: z.literal('reply'), reply: replySchema }))
        .check(z.minLength(1), z.maxLength(CHOICES.repliesMax)),
    }),
  }),
  z.looseObject({
    type: z.literal('list'),
    body: bodySchema,
    action: z.looseObject({
      button: textOf(CHOICES.buttonMax),
      sections: z
        .array(z.looseObject({ rows: z.array(rowSchema).check(z.minLength(1)) }))
        .check(z.minLength(1), z.maxLength(CHOICES.rowsMax)),
    }),
  }),
]);

/** The choices that the phone shows. */
export interface OfferedChoices {
  readonly reply: 'button_reply' | 'list_reply';
  /** Caption of the button that opens the list; null for buttons. */
  readonly button: string | null;
  readonly options: readonly { readonly id: string; readonly title: string; readonly description: string | null }[];
}

/** The choices of a company's interactive message; null for anything else. */
export function choicesOf(content: unknown): OfferedChoices | null {
  const parsed = interactiveSchema.safeParse(content);
  if (!parsed.success) return null;
  const { data } = parsed;
  if (data.type === 'button') {
    const options = data.action.buttons.map(({ reply: { id, title } }) => ({ id, title, description: null }));
    return { reply: 'button_reply', button: null, options };
  }
  const rows = data.action.sections.flatMap((section) => section.rows);
  const options = rows.map(({ id, title, description = null }) => ({ id, title, description }));
  return { reply: 'list_reply', button: data.action.button, options };
}

/** Checks an interactive message like Meta: its lengths and numbers, and that no two choices are the same. */
export function interactiveFailure(content: unknown): GraphFailure | undefined {
  if (typeof content !== 'object' || content === null) return invalid('The parameter interactive is required.');
  const choices = choicesOf(content);
  if (choices === null || choices.options.length > CHOICES.rowsMax)
    return invalid('Parameter value is not valid', 131009);
  const ids = new Set(choices.options.map(({ id }) => id));
  const titles = new Set(choices.options.map(({ title }) => title));
  const areTold = ids.size === choices.options.length && (choices.button !== null || titles.size === ids.size);
  return areTold ? undefined : invalid('Parameter value is not valid', 131009);
}
