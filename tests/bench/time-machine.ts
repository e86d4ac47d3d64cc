import { emptyLog, replayApp } from '../../src/machines/app.ts';
import { everyPart } from '../../src/machines/replay/every-part.ts';
import { createPlayer } from '../../src/machines/replay/player.ts';
import { recordedSession, time } from './fold.ts';
import type { BenchRow } from './row.ts';

const EVENTS = 100_000;
const ROUNDS = 3;
const JUMPS = 20;

/** A long log in the time machine, each against replaying it once from its beginning. */
export function benchTimeMachine(): BenchRow[] {
  const rounds = Array.from({ length: ROUNDS }, round);
  const least = (of: 'opened' | 'jumped') => Math.min(...rounds.map((each) => each[of]));
  return [
    {
      what: '100,000 events opened in the time machine against replayed',
      value: least('opened'),
      unit: 'times',
      budget: 3,
      better: 'less',
    },
    {
      what: 'a jump to any of them, with what it did, against replaying all',
      value: least('jumped'),
      unit: 'times',
      budget: 0.1,
      better: 'less',
    },
  ];
}

function round(): { opened: number; jumped: number } {
  const tail = [...recordedSession(1_000, EVENTS).events];
  const replayed = time(() => void replayApp(tail, everyPart));
  const player = createPlayer({ ...emptyLog, tail });
  const opened = time(() => void player.read(tail.length));
  const jumped = time(() => {
    for (let nth = 0; nth < JUMPS; nth += 1) {
      const step = (nth * 37_199) % tail.length;
      player.seek(step);
      player.changesAt(step);
    }
  });
  return { opened: opened / replayed, jumped: jumped / JUMPS / replayed };
}
