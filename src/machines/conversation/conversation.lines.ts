import type { ThreadLine } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { Chat } from './conversation.context.ts';

/** Adds event lines, or newer versions of those held; the same reference if nothing changed. */
export function withLines(chat: Chat, reported: readonly ThreadLine[] = []): Chat {
  const held = new Map(chat.lines?.map((line) => [line.id, line]));
  const fresh = reported.filter(({ id, version }) => version > (held.get(id)?.version ?? 0));
  if (fresh.length === 0) return chat;
  for (const line of fresh) held.set(line.id, line);
  return { ...chat, lines: [...held.values()].toSorted((a, b) => compareIds(a.id, b.id)) };
}
