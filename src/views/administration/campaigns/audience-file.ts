/** The import of a file whose customers a campaign is for; it can be left and come back to. */
export interface AudienceFile {
  readonly importId: string;
  /** Whether it is shown in the wizard's place. */
  readonly isOpen: boolean;
}

/** What the page before kept of it. */
export function audienceFileIn(state: unknown): AudienceFile | undefined {
  const given: Readonly<Record<string, unknown>> = state !== null && typeof state === 'object' ? { ...state } : {};
  const { importId, isOpen } = given;
  return typeof importId === 'string' ? { importId, isOpen: isOpen === true } : undefined;
}
