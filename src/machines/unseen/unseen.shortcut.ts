import type { Crewed } from '../crew.ts';
import type { Command } from '../log/command.ts';
import { isAnyUnseen } from './unseen.count.ts';
import type { UnseenContext, UnseenInput, UnseenMachineEvent, UnseenSnapshot } from './unseen.machine.ts';
import { fold, nothingTold, unseenMachine } from './unseen.machine.ts';

/** The counter's machine; while nobody looks, a number that stays above zero (or at it) is folded without a step. */
export const crewedUnseen: Crewed<UnseenSnapshot, UnseenMachineEvent, UnseenInput, Command> = {
  machine: unseenMachine,
  begin: nothingTold,
  fold: foldCount,
};

function foldCount(
  context: UnseenContext,
  event: UnseenMachineEvent,
  value: UnseenSnapshot['value'],
): UnseenContext | null {
  if (context.shown || value === 'resetting') return null;
  if (event.type !== 'message.arrived' && event.type !== 'ticket.listed') return null;
  const heard = fold(context.heard, event);
  if (heard === context.heard) return context;
  return isAnyUnseen(heard) === isAnyUnseen(context.heard) ? { ...context, heard } : null;
}
