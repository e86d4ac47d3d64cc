import { withShortcut } from '../shortcut.ts';
import { isAnyUnseen } from './unseen.count.ts';
import type { UnseenContext, UnseenMachineEvent, UnseenSnapshot } from './unseen.machine.ts';
import { fold, unknownCounter, unseenMachine } from './unseen.machine.ts';

/** The counter's machine; out of view, changes of the number that don't make it or leave it zero take the shortcut. */
export const unseenLogic = withShortcut(unseenMachine, { begin: unknownCounter, fold: foldCount });

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
      return isAnyUnseen(context.count) === isAnyUnseen(known.count) ? context : null;
    }
    case 'socket.greeted': {
      const context = fold(known, event);
      return known.asked === null && isAnyUnseen(context.count) === isAnyUnseen(known.count) ? context : null;
    }
    default:
      return null;
  }
}
