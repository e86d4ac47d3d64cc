import { withShortcut } from '../shortcut.ts';
import { countOf } from './unseen.count.ts';
import type { UnseenContext, UnseenMachineEvent, UnseenSnapshot } from './unseen.machine.ts';
import { fold, nothingTold, unseenMachine } from './unseen.machine.ts';

/** The counter's machine; while nobody looks, a number that stays above zero (or at it) is folded without a step. */
export const unseenLogic = withShortcut(unseenMachine, take, nothingTold);

function take(snapshot: UnseenSnapshot, event: UnseenMachineEvent): UnseenContext | null {
  const { context } = snapshot;
  if (context.shown || snapshot.value === 'resetting') return null;
  if (event.type !== 'message.arrived' && event.type !== 'ticket.listed') return null;
  const heard = fold(context.heard, event);
  if (heard === context.heard) return context;
  return countOf(heard) > 0 === countOf(context.heard) > 0 ? { ...context, heard } : null;
}
