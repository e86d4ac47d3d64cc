/** The import of a campaign's file of customers; the user can leave it and return. */
export interface AudienceFile {
  readonly importId: string;
  /** Whether it is shown in place of the wizard. */
  readonly isOpen: boolean;
}

/** Its state in the history entry, as stored before a reload. */
export function audienceFileIn(state: unknown): AudienceFile | undefined {
  const given: Readonly<Record<string, unknown>> = state !== null && typeof state === 'object' ? { ...state } : {};
  const { importId, isOpen } = given;
  return typeof importId === 'string' ? { importId, isOpen: isOpen === true } : undefined;
}
