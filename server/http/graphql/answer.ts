import { setTimeout as pause } from 'node:timers/promises';

/** Pause between turns, so that small tasks get the event loop at once. */
const PAUSE_MS = 1;
/** Rows of a list that are completed or serialised per turn. */
const ROWS_A_TURN = 25;
/** Text serialised per turn; a longer row or text is one turn. */
const TEXT_A_TURN = 32 * 1024;
/** Shorter answers are serialised at once. */
const SHORT = 64 * 1024;

/** Length of the texts in a value, counted up to a limit. Other values count a little each. */
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
 * Turns the rows of long lists into promises that resolve a few per turn: otherwise GraphQL completes a list without a
 * break, and blocks the event loop.
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

/**
 * Serialises an answer as JSON; long ones in turns, to keep the event loop free, and as bytes: encoding at the end
 * would be another long turn. `length` is approximate.
 */
export async function jsonOf(body: Readonly<Record<string, unknown>>, length: number): Promise<string | Buffer> {
  if (length < SHORT) return JSON.stringify(body);
  const parts: Buffer[] = [];
  let written = 0;
  const write = async (text: string): Promise<void> => {
    parts.push(Buffer.from(text));
    written += text.length;
    if (written < TEXT_A_TURN) return;
    written = 0;
    await pause(PAUSE_MS);
  };
  await writeValue(body, write);
  return Buffer.concat(parts);
}

async function writeValue(value: unknown, write: (text: string) => Promise<void>): Promise<void> {
  if (Array.isArray(value)) {
    await write('[');
    let separator = '';
    for (const rows of shortRuns(value)) {
      await write(`${separator}${JSON.stringify(rows).slice(1, -1)}`);
      separator = ',';
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

/** Splits a list into runs short enough for one turn. */
function* shortRuns(rows: readonly unknown[]): Generator<readonly unknown[]> {
  let from = 0;
  let text = 0;
  for (const [at, row] of rows.entries()) {
    const length = lengthOf(row, TEXT_A_TURN);
    if (at > from && (at - from === ROWS_A_TURN || text + length > TEXT_A_TURN)) {
      yield rows.slice(from, at);
      from = at;
      text = 0;
    }
    text += length;
  }
  if (from < rows.length) yield rows.slice(from);
}
