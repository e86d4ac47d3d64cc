import { CHOICES } from '../../../../../contract/facts/choices.ts';
import type { MessageId } from '../../../../i18n/message-id.ts';
import type { Choices } from '../../../../machines/entities/entities.ts';

export type Kind = 'buttons' | 'list';

export interface TypedOption {
  readonly id: number;
  readonly title: string;
  readonly description: string;
}

interface Typed {
  readonly kind: Kind;
  readonly words: string;
  readonly opener: string;
  readonly options: readonly TypedOption[];
}

type OptionProblem = MessageId | { readonly over: number; readonly max: number };

export function isTyped({ title, description }: TypedOption): boolean {
  return `${title}${description}`.trim() !== '';
}

/** What is wrong with what was typed. */
export function choicesProblems({ kind, words, opener, options }: Typed) {
  const max = kind === 'list' ? CHOICES.rowMax : CHOICES.replyMax;
  const most = kind === 'list' ? CHOICES.rowsMax : CHOICES.repliesMax;
  const found = new Map<number, OptionProblem>();
  const titles = new Set<string>();
  for (const [at, { id, title: typed }] of options.entries()) {
    const title = typed.trim();
    if (at >= most) found.set(id, 'choices.tooMany');
    else if (title === '') found.set(id, 'choices.required');
    else if (title.length > max) found.set(id, { over: title.length - max, max });
    else if (titles.has(title)) found.set(id, 'choices.same');
    titles.add(title);
  }
  const isTextWrong = words.trim() === '' || words.length > CHOICES.textMax;
  return { options: found, isWrong: isTextWrong || found.size > 0 || (kind === 'list' && opener.trim() === '') };
}

/** As they are sent; those without a title are left out. */
export function typedChoices({ kind, opener, options }: Omit<Typed, 'words'>): Choices {
  const isList = kind === 'list';
  return {
    button: isList ? opener.trim() : null,
    options: options.flatMap(({ title, description }) =>
      title.trim() === ''
        ? []
        : [{ title: title.trim(), description: isList && description.trim() !== '' ? description.trim() : null }],
    ),
  };
}
