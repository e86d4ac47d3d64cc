import { CompiledQuery, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

/** A placeholder for a value in a statement's text. */
class Argument<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * A statement for hot paths: compiled once, run with different values. `write` gets a function that returns the
 * placeholder of a name, and what builds queries.
 */
export function prepared<Values extends Readonly<Record<string, unknown>>, Row>(
  write: (value: (name: keyof Values) => RawBuilder<unknown>, tx: Tx) => RawBuilder<Row>,
): (tx: Tx, values: Values) => Promise<readonly Row[]> {
  let created: { text: string; names: readonly (keyof Values)[] } | undefined;
  return async (tx, values) => {
    created ??= make(tx, write);
    const query = CompiledQuery.raw(
      created.text,
      created.names.map((name) => values[name]),
    );
    return (await tx.executeQuery<Row>({ ...query })).rows;
  };
}

function make<Values, Row>(
  tx: Tx,
  write: (value: (name: keyof Values) => RawBuilder<unknown>, tx: Tx) => RawBuilder<Row>,
): { text: string; names: readonly (keyof Values)[] } {
  const compiled = write((name) => sql`${new Argument(name)}`, tx).compile(tx);
  const names: (keyof Values)[] = [];
  const places = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Argument)) throw new Error('A prepared statement takes values by name only');
    if (!names.includes(parameter.name)) names.push(parameter.name);
    return names.indexOf(parameter.name) + 1;
  });
  // A value used in several places is one parameter: less to plan, less to send.
  const text = compiled.sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${places[Number(place) - 1]}`);
  return { text, names };
}
