import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** An id: bigint in the database, a decimal string in the program and on the wire. */
export type Id = string;

export type Identity = GeneratedAlways<Id>;
/** A bigint counter: read as a string, and converted where needed. */
export type Position = ColumnType<string, number | string | undefined, number | string>;
/** JSON is written as text, since the driver turns arrays into SQL arrays. */
export type Json<T> = ColumnType<T, string, string>;
export type Now = Generated<Date>;
