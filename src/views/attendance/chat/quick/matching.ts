import { foldText } from '../../../../../contract/facts/fold-text.ts';
import type { QuickReply } from '../../../../machines/entities/customers.ts';

/** Most that are offered at a time. */
const SHOWN_MAX = 50;

/** The replies that fit what was typed after the slash: shortcuts that begin with it, then others that contain it. */
export function matchingReplies(replies: readonly QuickReply[], typed: string): readonly QuickReply[] {
  const wanted = foldText(typed);
  const begins = replies.filter(({ shortcut }) => foldText(shortcut).startsWith(wanted));
  const contains = replies.filter(
    (reply) => !begins.includes(reply) && `${foldText(reply.shortcut)} ${foldText(reply.text)}`.includes(wanted),
  );
  return [...begins, ...contains].slice(0, SHOWN_MAX);
}
