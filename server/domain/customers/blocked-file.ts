import { BLOCKED_FILE_LINES_MAX, BLOCKED_FILE_MAX } from '../../../contract/facts/customers.ts';
import type { AnswerOf } from '../../../contract/rest/call.ts';
import type { readBlockedFile as readCall } from '../../../contract/rest/blocked-contacts.ts';
import type { Actor } from '../context.ts';
import { FileProblem } from '../imports/reading/file-format.ts';
import { numbersOf } from '../imports/reading/file-reader.ts';
import { TooManyBytes } from '../media/media-files.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { refused, tooLarge } from '../media/upload-file.ts';
import type { IncomingFile } from '../media/upload-file.ts';
import { requireBlockingPermission } from './blocked-contacts.ts';

/** A list of numbers is read in a moment (milliseconds). */
const READ_MS = 60_000;
/** One at a time on this node: a reader may need much memory. */
let before: Promise<unknown> = Promise.resolve();

/** Reads the numbers of a file; keeps nothing. Refuses as the call says. */
export async function readBlockedFile(
  files: MediaFiles,
  caller: Actor,
  { bytes, declaredBytes }: IncomingFile,
): Promise<AnswerOf<typeof readCall>> {
  requireBlockingPermission(caller);
  if (declaredBytes !== undefined && declaredBytes > BLOCKED_FILE_MAX) throw tooLarge(BLOCKED_FILE_MAX);
  const file = await files.stage(bytes, BLOCKED_FILE_MAX).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? tooLarge(BLOCKED_FILE_MAX) : error;
  });
  const reading = before.then(() => numbersOf(file.path, BLOCKED_FILE_LINES_MAX, AbortSignal.timeout(READ_MS)));
  before = reading.catch(() => undefined);
  try {
    return { numbers: await reading };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw refused('file', error.key, { max: BLOCKED_FILE_LINES_MAX });
  } finally {
    await files.discard(file);
  }
}
