/** Runs SQL as the owner. */
type Rows = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Fails each insert into a table that the condition on `new` holds for, with an error that doesn't pass by itself:
 * a fault of ours, as far as the server can tell.
 */
export async function breakInserts(rows: Rows, table: string, condition: string): Promise<void> {
  await rows(`
    create or replace function break_${table}() returns trigger language plpgsql as $$
    begin
      if ${condition} then raise exception 'broken on purpose'; end if;
      return new;
    end $$`);
  await rows(
    `create or replace trigger broken before insert on ${table} for each row execute function break_${table}()`,
  );
}

export async function mendInserts(rows: Rows, table: string): Promise<void> {
  await rows(`drop trigger if exists broken on ${table}`);
}
