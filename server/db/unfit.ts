/** The database, or the role that the server logs in as, isn't ready to be used; the message says what to do. */
export class DatabaseUnfit extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseUnfit';
  }
}
