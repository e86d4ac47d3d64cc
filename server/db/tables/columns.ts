import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** An id: bigint in the database, a decimal string in the program and on the wire. */
export type Id = string;

export type Identity = GeneratedAlways<Id>;
/** A bigint that counts: read as a string, converted where it is read. */
export type Position = ColumnType<string, number | string | undefined, number | string>;
/** JSON is written as text, since the driver takes arrays for SQL arrays. */
export type Json<T> = ColumnType<T, string, string>;
export type Now = Generated<Date>;
