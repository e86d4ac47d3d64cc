import type { Directory } from '../../machines/directory.ts';

/** A ticket's actor from the directory. */
export type TicketActor = NonNullable<ReturnType<Directory['ticket']>>;

/** A conversation's actor from the directory. */
export type ConversationActor = NonNullable<ReturnType<Directory['conversation']>>;
