import { setTimeout as pause } from 'node:timers/promises';

/** Between two turns: whoever has something small to do finds the event loop free, not only next in line. */
const PAUSE_MS = 1;
/** Rows of a list that are completed in one turn of the event loop. */
const ROWS_A_TURN = 25;
/** Text that is written in one turn. */
const TEXT_A_TURN = 128 * 1024;
/** Below it an answer is written at once. */
const SHORT = 64 * 1024;

/** Length of the texts in a value, up to a limit: it goes no further. What isn't text counts a little each. */
export function lengthOf(value: unknown, limit: number): number {
  let length = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0 && length <= limit) {
    const next = rest.pop();
    if (typeof next === 'string') length += next.length;
    else if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) rest.push(part);
    else length += 1;
  }
  return length;
}

/**
 * The same answer with the rows of its long lists as promises, some of which are kept each turn: GraphQL completes a
 * list as one piece otherwise, and nobody else is served meanwhile.
 */
export function inTurns(answer: unknown): unknown {
  if (Array.isArray(answer)) return rowsInTurns(answer);
  if (!isRecord(answer) || !Object.values(answer).some(isLong)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, isLong(value) ? rowsInTurns(value) : value]),
  );
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > ROWS_A_TURN;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rowsInTurns(rows: readonly unknown[]): unknown[] {
  let part = Promise.resolve();
  return rows.map((row, index) => {
    if (index % ROWS_A_TURN === 0 && index > 0) part = part.then(() => pause(PAUSE_MS));
    return index < ROWS_A_TURN ? row : part.then(() => row);
  });
}

/** JSON of an answer; a long one is written in turns, between which others are served. `length` is about how long. */
export async function jsonOf(body: Readonly<Record<string, unknown>>, length: number): Promise<string> {
  if (length < SHORT) return JSON.stringify(body);
  const parts: string[] = [];
  let written = 0;
  const write = async (text: string): Promise<void> => {
    parts.push(text);
    written += text.length;
    if (written < TEXT_A_TURN) return;
    written = 0;
    await pause(PAUSE_MS);
  };
  await writeValue(body, write);
  return parts.join('');
}

async function writeValue(value: unknown, write: (text: string) => Promise<void>): Promise<void> {
  if (Array.isArray(value)) {
    await write('[');
    for (let at = 0; at < value.length; at += ROWS_A_TURN) {
      const rows = JSON.stringify(value.slice(at, at + ROWS_A_TURN));
      await write(`${at === 0 ? '' : ','}${rows.slice(1, -1)}`);
    }
    await write(']');
  } else if (isRecord(value)) {
    await write('{');
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    for (const [index, [key, field]] of fields.entries()) {
      await write(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`);
      await writeValue(field, write);
    }
    await write('}');
  } else {
    await write(JSON.stringify(value));
  }
}
