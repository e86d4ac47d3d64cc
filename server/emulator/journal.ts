import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import {
  customerSchema,
  gatewaySchema,
  messageSchema,
  queuedWebhookSchema,
  smsHookSchema,
  storedMediaSchema,
  storedTemplateSchema,
} from './model.ts';
import { policySchema } from './policy.ts';

const recordSchema = z.discriminatedUnion('record', [
  z.object({ record: z.literal('customer'), customer: customerSchema }),
  z.object({ record: z.literal('message'), message: messageSchema }),
  z.object({ record: z.literal('media'), media: storedMediaSchema }),
  z.object({ record: z.literal('template'), template: storedTemplateSchema }),
  z.object({ record: z.literal('templateGone'), id: z.string() }),
  z.object({ record: z.literal('policy'), policy: policySchema }),
  z.object({ record: z.literal('webhook'), webhook: queuedWebhookSchema }),
  z.object({ record: z.literal('webhookDone'), id: z.string() }),
  z.object({ record: z.literal('hook'), hook: smsHookSchema }),
  z.object({ record: z.literal('hookGone'), id: z.string() }),
  z.object({ record: z.literal('gateway'), gateway: gatewaySchema }),
  z.object({ record: z.literal('reset') }),
]);
/** A change of the emulator's state; the file has one JSON line per change. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** Stores changes, so that chats survive a restart, even a `kill -9`. */
export interface Journal {
  append(record: JournalRecord): void;
  close(): void;
}

/** Stores nothing. */
export const memoryJournal: Journal = { append: () => undefined, close: () => undefined };

/** Reads a file; skips lines cut short by a crash, or of another version. */
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

/** Rewrites a file with `records`, the current state; each append has reached the OS when it returns. */
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
