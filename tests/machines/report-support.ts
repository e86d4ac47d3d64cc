import { expect } from 'vitest';
import { reportOf } from '../../src/machines/log/report.ts';
import { differenceOfReport } from '../support/replay.ts';
import type { live } from './directory-support.ts';

type Session = ReturnType<typeof live>;

/** The session goes on: its report comes to the same, from here on and from its beginning. Answers the report's text. */
export function reportOfBoth(session: Session, then: (session: Session) => void): string {
  const stored = { position: session.app.log.position, snapshots: session.app.snapshots(), tail: [] };
  const from = session.events.length;
  then(session);
  const snapshots = session.app.snapshots();
  expect(differenceOfReport(session.events.slice(from), snapshots, stored)).toBeNull();
  expect(differenceOfReport(session.events, snapshots)).toBeNull();
  return JSON.stringify(reportOf({ ...stored, snapshots, tail: session.events }));
}
