import { foldText } from '../../../../../contract/facts/fold-text.ts';
import type { QuickReply } from '../../../../machines/entities/customers.ts';
import type { SlashWord } from './slash-word.ts';

/** Most that are offered at a time. */
const SHOWN_MAX = 50;

/**
 * The replies that fit a word with a slash: shortcuts that begin with it, then, at the start of the text, others that
 * contain it. Elsewhere it may be part of the sentence, and Enter is to send that.
 */
export function matchingReplies(
  replies: readonly QuickReply[],
  { start, typed }: Pick<SlashWord, 'start' | 'typed'>,
): readonly QuickReply[] {
  const wanted = foldText(typed);
  const begins = replies.filter(({ shortcut }) => foldText(shortcut).startsWith(wanted));
  if (start > 0) return begins.slice(0, SHOWN_MAX);
  const contains = replies.filter(
    (reply) => !begins.includes(reply) && `${foldText(reply.shortcut)} ${foldText(reply.text)}`.includes(wanted),
  );
  return [...begins, ...contains].slice(0, SHOWN_MAX);
}
