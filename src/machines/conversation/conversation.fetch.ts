import { CONVERSATION_PAGE_MAX, CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { CommandOf } from '../log/command.ts';
import { emptyChat } from './conversation.context.ts';
import type { Awaited, ConversationContext } from './conversation.context.ts';
import { shownChat } from './conversation.past.ts';

interface Asked {
  readonly context: ConversationContext;
  readonly command: CommandOf<'chat.fetch'>;
}

/** Asks for the newest messages; what is shown stays until they are there. */
export function askNewest(context: ConversationContext): Asked {
  const { chat } = context;
  const held = chat?.messages.length ?? 0;
  const limit = Math.min(held === 0 ? CONVERSATION_PAGE_SIZE : held + CONVERSATION_PAGE_SIZE, CONVERSATION_PAGE_MAX);
  const asked = ask(context, { older: false, heldTo: chat?.messages.at(-1)?.id ?? null }, { limit });
  return { ...asked, context: { ...asked.context, chat: chat ?? emptyChat, chatFailure: null } };
}

/** Asks for the messages before those shown. */
export function askOlder(context: ConversationContext): Asked | null {
  const oldest = shownChat(context)?.messages[0];
  if (oldest === undefined) return null;
  const awaited = { older: true, heldTo: null, ...(context.past && { of: 'older' as const }) };
  return ask({ ...context, chatFailure: null }, awaited, { beforeId: oldest.id });
}

/** Asks for the surroundings of the message sought; for more of them around the reader's place, as they may read on. */
export function askAround(context: ConversationContext): Asked | null {
  if (!context.sought) return null;
  const { messageId: aroundId, isPlace } = context.sought;
  const awaited = { older: false, heldTo: null, of: 'around' } as const;
  const page = { aroundId, ...(isPlace && { limit: CONVERSATION_PAGE_MAX }) };
  return ask({ ...context, soughtFailure: null }, awaited, page);
}

/** Asks for the messages after the past. */
export function askNewer(context: ConversationContext): Asked | null {
  const last = context.past?.messages.at(-1);
  if (last === undefined) return null;
  return ask({ ...context, newerFailure: null }, { older: false, heldTo: null, of: 'newer' }, { afterId: last.id });
}

function ask(
  context: ConversationContext,
  awaited: Omit<Awaited, 'request'>,
  page: Partial<Pick<Asked['command'], 'beforeId' | 'afterId' | 'aroundId' | 'limit'>>,
): Asked {
  const { customerId, instanceId } = context;
  const request = context.request + 1;
  return {
    context: { ...context, request, awaited: { request, ...awaited } },
    command: {
      type: 'chat.fetch',
      request,
      customerId,
      instanceId,
      beforeId: null,
      limit: CONVERSATION_PAGE_SIZE,
      ...page,
    },
  };
}
