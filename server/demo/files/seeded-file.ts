/** A file of a seeded message, and the parts of the message drawn in it. */
export interface SeededFile {
  readonly tagType: string;
  readonly name: string | null;
  readonly mimeType: string;
  /** Seed: the same one gives the same bytes. */
  readonly seed: string;
  readonly company: string;
  readonly customer: string;
  readonly caption: string;
  readonly at: Date;
}
