/* Choices and limits of customer imports. */

/** States of an import. */
export const IMPORT_STATUSES = [
  'uploading',
  'mapping',
  'checking',
  'ready',
  'importing',
  'paused',
  'done',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What a column becomes; `field` is one of the company’s own. */
export const IMPORT_TARGETS = ['name', 'phone', 'email', 'note', 'timezone', 'field'] as const;
export type ImportTarget = (typeof IMPORT_TARGETS)[number];

/** How customers that already exist are treated. */
export const ON_EXISTING = ['fill', 'overwrite', 'skip'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

/**
 * Why a row is refused: no number in it, not a number, one that nobody can be written to (0800, 4004), a number that an
 * earlier row has, or a row that can't be read.
 */
export const REFUSAL_REASONS = ['no_number', 'invalid', 'service', 'twice', 'broken'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export const FILE_KINDS = ['csv', 'xlsx'] as const;
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Largest file, in bytes. */
export const IMPORT_FILE_MAX = 256 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 2_000_000;
export const IMPORT_COLUMNS_MAX = 100;
/** Rows of a file shown as a preview. */
export const IMPORT_SAMPLES = 3;
export const IMPORT_UNDO_DAYS = 30;
/** Days after which an abandoned file is deleted. */
export const IMPORT_IDLE_DAYS = 7;
