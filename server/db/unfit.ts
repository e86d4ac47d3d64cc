/** The database, or the server's login role, isn't usable; the message says what to do. */
export class DatabaseUnfit extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseUnfit';
  }
}
