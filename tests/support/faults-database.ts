/** Runs SQL as the owner. */
type Rows = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Fails each insert into a table that the condition on `new` holds for. Without another SQLSTATE the error is one
 * that doesn't pass by itself: a fault of ours, as far as the server can tell.
 */
export async function breakInserts(rows: Rows, table: string, condition: string, state = 'P0001'): Promise<void> {
  await rows(`
    create or replace function break_${table}() returns trigger language plpgsql as $$
    begin
      if ${condition} then raise exception 'broken on purpose' using errcode = '${state}'; end if;
      return new;
    end $$`);
  await rows(
    `create or replace trigger broken before insert on ${table} for each row execute function break_${table}()`,
  );
}

export async function mendInserts(rows: Rows, table: string): Promise<void> {
  await rows(`drop trigger if exists broken on ${table}`);
}

/** Makes each insert into `message` that the condition on `new` holds for take so long. */
export async function slowDownMessages(rows: Rows, condition: string, seconds: number): Promise<void> {
  await rows(`
    create or replace function slow_down() returns trigger language plpgsql as $$
    begin
      if ${condition} then perform pg_sleep(${seconds}); end if;
      return new;
    end $$`);
  await rows('create or replace trigger slow before insert on message for each row execute function slow_down()');
}
