import type { PartValues } from './campaign-values.ts';

/** What the campaign would say instead, and which of the two is shown; kept while the wizard is open. */
export interface OtherMessage {
  /** Undefined until one switched. */
  readonly kind: 'template' | 'text' | undefined;
  readonly templateId: string | null;
  readonly message: string | null;
  /** What parts said before they were to say the same as the first; none of the page before. */
  readonly parts: readonly PartValues[];
}

/** Once a part is removed: those after it move up, and the first is the campaign's own. */
export function otherAfterRemoval(other: OtherMessage, place: number): OtherMessage {
  const moved = other.parts.flatMap((part) => {
    if (part.batch === place) return [];
    return part.batch < place ? [part] : [{ ...part, batch: part.batch - 1 }];
  });
  return { ...other, parts: moved.filter(({ batch }) => batch > 1) };
}

/** What the page before kept of it. */
export function otherIn(state: unknown): OtherMessage {
  const given: Readonly<Record<string, unknown>> = state !== null && typeof state === 'object' ? { ...state } : {};
  const { templateId, message } = given;
  return {
    kind: undefined,
    templateId: typeof templateId === 'string' ? templateId : null,
    message: typeof message === 'string' ? message : null,
    parts: [],
  };
}
