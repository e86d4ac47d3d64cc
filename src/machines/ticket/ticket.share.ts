import type { Attendance, Ticket } from '../entities/entities.ts';
import { keepSame } from '../entities/same.ts';

type Fresh = { -readonly [Part in keyof Attendance]: Attendance[Part] };

/** A ticket's own part; the rest belongs to its conversation, its counter and the viewer's pins. */
export function attendanceOf(reported: Ticket): Fresh {
  const { lastMessage: _, lastReceivedAt: _at, unseen: _unseen, pinned: _pinned, ...attendance } = reported;
  return attendance;
}

/** `known` if equal; else `fresh`, changed in place to share the parts that are equal. */
export function shareAttendance(known: Attendance | null, fresh: Fresh): Attendance {
  if (known === null) return fresh;
  fresh.owner = keepSame(known.owner, fresh.owner);
  fresh.instance = keepSame(known.instance, fresh.instance);
  fresh.customer = keepSame(known.customer, fresh.customer);
  if (fresh.words !== undefined) fresh.words = keepSame(known.words ?? null, fresh.words);
  fresh.pendingTransfer = keepSame(known.pendingTransfer, fresh.pendingTransfer);
  return keepSame(known, fresh);
}
