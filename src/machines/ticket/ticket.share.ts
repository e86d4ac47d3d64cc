import type { Attendance, Ticket } from '../entities/entities.ts';
import { keepSame } from '../entities/same.ts';

type Fresh = { -readonly [Part in keyof Attendance]: Attendance[Part] };

/** What a ticket holds by itself; the rest belongs to its conversation and to the viewer's pins. */
export function attendanceOf(told: Ticket): Fresh {
  const { lastMessage: _, lastReceivedAt: _at, unseen: _unseen, pinned: _pinned, ...attendance } = told;
  return attendance;
}

/** The known attendance where the fresh one holds the same, else the fresh one with the known one's parts, changed in place. */
export function shareAttendance(known: Attendance | null, fresh: Fresh): Attendance {
  if (known === null) return fresh;
  fresh.owner = keepSame(known.owner, fresh.owner);
  fresh.instance = keepSame(known.instance, fresh.instance);
  fresh.customer = keepSame(known.customer, fresh.customer);
  fresh.pendingTransfer = keepSame(known.pendingTransfer, fresh.pendingTransfer);
  return keepSame(known, fresh);
}
