import type { CustomerRecord } from '../domain/customers/export-customer.ts';

/** Entries written at once. */
const AT_ONCE = 100;

/** All that is known of a customer as JSON, a piece at a time; a file without `entry_count` is incomplete. */
export async function* customerJson({ head, messages }: CustomerRecord): AsyncGenerator<string, void, undefined> {
  let piece = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let count = 0;
  for await (const { entry } of messages) {
    piece += `${count === 0 ? '' : ','}\n${JSON.stringify(entry)}`;
    count += 1;
    if (count % AT_ONCE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n],"entry_count":${count}}\n`;
}
