import type { Directory } from '../../machines/directory.ts';

/** The actor of a ticket, as the directory hands it out. */
export type TicketActor = NonNullable<ReturnType<Directory['ticket']>>;
