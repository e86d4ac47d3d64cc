/** Statements that any company's transaction may run on what is no company's: a part of each, and why. */
export const COMMON: readonly { of: string; because: string }[] = [
  { of: 'insert into "mail_job"', because: 'all mail waits in one queue, which no company may read' },
];
