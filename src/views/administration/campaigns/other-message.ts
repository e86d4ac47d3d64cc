import type { CampaignValues, MessageValues, PartValues } from './campaign-values.ts';

/** A batch's file. */
export interface PartFile {
  readonly batch: number;
  readonly file: MessageValues['file'];
}

/** The alternative message (template or text), and which of the two is selected; kept while the wizard is open. */
export interface OtherMessage {
  /** Undefined until the user switches. */
  readonly kind: 'template' | 'text' | undefined;
  readonly templateId: string | null;
  readonly message: string | null;
  /** The files that go with it. */
  readonly files: readonly PartFile[];
  /** What a change to SMS displaced; null for none. */
  readonly displaced: { readonly templateId: string | null; readonly files: readonly PartFile[] } | null;
  /** Batches' messages from before they were set to the first one's; not kept across reloads. */
  readonly parts: readonly PartValues[];
}

/** After a batch is removed: later ones move up, and the first gets the campaign's own. */
export function otherAfterRemoval(other: OtherMessage, place: number): OtherMessage {
  const parts = without(other.parts, place).filter(({ batch }) => batch > 1);
  const { displaced } = other;
  return {
    ...other,
    parts,
    files: without(other.files, place),
    displaced: displaced && { ...displaced, files: without(displaced.files, place) },
  };
}

function without<Part extends { readonly batch: number }>(parts: readonly Part[], place: number): readonly Part[] {
  return parts.flatMap((part) => {
    if (part.batch === place) return [];
    return part.batch < place ? [part] : [{ ...part, batch: part.batch - 1 }];
  });
}

/** The files of the selected message. */
export function filesOf({ file, parts }: Pick<CampaignValues, 'file' | 'parts'>): readonly PartFile[] {
  return [{ batch: 1, file }, ...parts.map((part) => ({ batch: part.batch, file: part.file }))];
}

/** Its state in the history entry, as stored before a reload. */
export function otherIn(state: unknown): OtherMessage {
  const given = isRecord(state) ? state : {};
  const { message, displaced } = given;
  return {
    kind: undefined,
    templateId: templateIn(given),
    message: typeof message === 'string' ? message : null,
    files: filesIn(given['files']),
    displaced: isRecord(displaced) ? { templateId: templateIn(displaced), files: filesIn(displaced['files']) } : null,
    parts: [],
  };
}

function templateIn({ templateId }: Readonly<Record<string, unknown>>): string | null {
  return typeof templateId === 'string' ? templateId : null;
}

function filesIn(given: unknown): readonly PartFile[] {
  const files: readonly unknown[] = Array.isArray(given) ? given : [];
  return files.filter(isRecord).flatMap(({ batch, file }) => {
    if (typeof batch !== 'number' || !isRecord(file)) return [];
    const { id, name } = file;
    return typeof id === 'string' && typeof name === 'string' ? [{ batch, file: { id, name } }] : [];
  });
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return given !== null && typeof given === 'object';
}
