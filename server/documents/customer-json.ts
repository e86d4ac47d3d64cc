import type { CustomerRecord, ExportedEntry, ExportedFile } from '../domain/customers/export-customer.ts';

/** Entries per chunk; their files are looked up in the store together. */
const AT_ONCE = 20;

/**
 * All that is known of a customer as JSON, a piece at a time; one without `entry_count` is incomplete. `filed` says
 * where a file is.
 */
export async function* customerJson(
  { head, messages }: Pick<CustomerRecord, 'head' | 'messages'>,
  filed: (file: ExportedFile) => Promise<unknown>,
): AsyncGenerator<string, void, undefined> {
  let piece = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let count = 0;
  let rows: ExportedEntry[] = [];
  const add = async () => {
    const entries = await Promise.all(
      rows.map(async ({ entry, file }) => (file === null ? entry : { ...entry, file: await filed(file) })),
    );
    for (const entry of entries) {
      piece += `${count === 0 ? '' : ','}\n${JSON.stringify(entry)}`;
      count += 1;
    }
    rows = [];
  };
  for await (const row of messages) {
    rows.push(row);
    if (rows.length < AT_ONCE) continue;
    await add();
    yield piece;
    piece = '';
  }
  await add();
  yield `${piece}\n],"entry_count":${count}}\n`;
}
