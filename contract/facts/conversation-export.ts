/* Bounds of exported conversations; loaded with them. */

export const EXPORT_FORMATS = ['pdf', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Most entries of a PDF: some 2,000 pages. A JSON has no such bound. */
export const EXPORT_PDF_MAX = 50_000;
/** The version of the JSON's shape: it grows when something is taken away or means something else. */
export const EXPORT_VERSION = 1;
