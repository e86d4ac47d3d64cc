import type { Turn } from '../../flows/conversation.ts';

/** A conversation in few words. */
export function told(conversation: readonly Turn[]): string[] {
  return conversation.map((turn) => {
    if (turn.by === 'flow') return turn.node;
    if (turn.by === 'time') return `time ${turn.minutes}`;
    if (turn.by === 'world') return `world ${turn.exit}`;
    return turn.of === 'option' ? `option ${turn.option}` : turn.of;
  });
}
