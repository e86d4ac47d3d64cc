import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { customerSchema, messageSchema, queuedWebhookSchema, storedMediaSchema } from './model.ts';
import { policySchema } from './policy.ts';

const recordSchema = z.discriminatedUnion('record', [
  z.object({ record: z.literal('customer'), customer: customerSchema }),
  z.object({ record: z.literal('message'), message: messageSchema }),
  z.object({ record: z.literal('media'), media: storedMediaSchema }),
  z.object({ record: z.literal('policy'), policy: policySchema }),
  z.object({ record: z.literal('webhook'), webhook: queuedWebhookSchema }),
  z.object({ record: z.literal('webhookDone'), id: z.string() }),
  z.object({ record: z.literal('reset') }),
]);
/** One change of the emulator's state; the file is their list, a JSON line each. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** Where changes are kept, so that a phone's chats outlive a restart, also one by `kill -9`. */
export interface Journal {
  append(record: JournalRecord): void;
  close(): void;
}

/** Keeps nothing. */
export const memoryJournal: Journal = { append: () => undefined, close: () => undefined };

/** What a file holds; a line cut short by a crash, or of another version, is left out. */
export function readJournal(file: string): JournalRecord[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    const parsed = recordSchema.safeParse(parseLine(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** Starts a file anew with `records`, the state so far; each append is with the system when it returns. */
export function openJournal(file: string, records: readonly JournalRecord[]): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  writeFileSync(fresh, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  renameSync(fresh, file);
  const descriptor = openSync(file, 'a');
  return {
    append: (record) => void writeSync(descriptor, `${JSON.stringify(record)}\n`),
    close: () => closeSync(descriptor),
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
