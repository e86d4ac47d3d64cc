/** A file of a seeded message, and what of the message shows in it. */
export interface SeededFile {
  readonly tagType: string;
  readonly name: string | null;
  readonly mimeType: string;
  /** The same one gives the same bytes. */
  readonly seed: string;
  readonly company: string;
  readonly customer: string;
  readonly caption: string;
  readonly at: Date;
}
