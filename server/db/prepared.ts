import { CompiledQuery, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

/** Where a value goes; the statement's text is made with these in the values' places. */
class Argument<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * A statement for the paths that are walked hundreds of times a second: put together once, run with
 * other values each time. `write` gets a function that stands for the value of a name.
 */
export function prepared<Values extends Readonly<Record<string, unknown>>, Row>(
  write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>,
): (tx: Tx, values: Values) => Promise<readonly Row[]> {
  let made: { text: string; names: readonly (keyof Values)[] } | undefined;
  return async (tx, values) => {
    made ??= make(tx, write);
    const query = CompiledQuery.raw(
      made.text,
      made.names.map((name) => values[name]),
    );
    return (await tx.executeQuery<Row>({ ...query })).rows;
  };
}

function make<Values, Row>(
  tx: Tx,
  write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>,
): { text: string; names: readonly (keyof Values)[] } {
  const compiled = write((name) => sql`${new Argument(name)}`).compile(tx);
  const names: (keyof Values)[] = [];
  const places = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Argument)) throw new Error('A prepared statement has its values by name only');
    if (!names.includes(parameter.name)) names.push(parameter.name);
    return names.indexOf(parameter.name) + 1;
  });
  // A value that stands in several places is one parameter: less to plan, less to send.
  const text = compiled.sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${places[Number(place) - 1]}`);
  return { text, names };
}
