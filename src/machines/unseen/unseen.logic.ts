import { withShortcut } from '../shortcut.ts';
import { isAnyUnseen } from './unseen.count.ts';
import type { UnseenContext, UnseenMachineEvent, UnseenSnapshot } from './unseen.machine.ts';
import { fold, nothingTold, unseenMachine } from './unseen.machine.ts';

/** The counter's machine; while nobody looks, a number that stays above zero (or at it) takes the short way. */
export const unseenLogic = withShortcut(unseenMachine, { begin: nothingTold, fold: foldCount });

function foldCount(
  known: UnseenContext,
  event: UnseenMachineEvent,
  value: UnseenSnapshot['value'],
): UnseenContext | null {
  if (known.shown || value === 'resetting') return null;
  switch (event.type) {
    case 'app.opened':
      return known.asked === null ? known : null;
    case 'message.arrived':
    case 'ticket.listed': {
      const context = fold(known, event);
      return isAnyUnseen(context.heard) === isAnyUnseen(known.heard) ? context : null;
    }
    case 'socket.greeted': {
      const context = fold(known, event);
      return known.asked === null && isAnyUnseen(context.heard) === isAnyUnseen(known.heard) ? context : null;
    }
    default:
      return null;
  }
}
