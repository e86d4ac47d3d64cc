import { expect, test } from 'vitest';
import { createFileShelf } from '../../src/adapters/storage/outgoing-files.ts';

const file = new Blob(['%PDF-1.7\n']);

test('the files of messages that were sent stay on the screen for sixty more; the oldest goes first', () => {
  const shelf = createFileShelf(async () => null);
  const ids = Array.from({ length: 62 }, (_, at) => `client-${at}`);
  for (const id of ids) shelf.keep(id, file);
  for (const id of ids.slice(0, 61)) shelf.release(id);
  expect(ids.filter((id) => shelf.url(id) === undefined)).toEqual(['client-0']);
  // One that isn't sent yet goes with nothing but its person.
  expect(shelf.held('client-61')).toBe(file);
  shelf.clear();
  expect(ids.filter((id) => shelf.held(id) !== undefined)).toEqual([]);
});

test('one address for a file as long as it is held; another file of the name has its own', async () => {
  const shelf = createFileShelf(async () => null);
  expect(shelf.url('client-1')).toBeUndefined();
  shelf.keep('client-1', file);
  const address = shelf.url('client-1');
  expect([address, shelf.url('client-1')]).toEqual([expect.stringMatching(/^blob:/u), address]);
  shelf.keep('client-1', new Blob(['other']));
  expect(shelf.url('client-1')).not.toBe(address);
  expect(await (await shelf.read('client-1'))?.text()).toBe('other');
});

test('read from the disk once; what was chosen meanwhile wins', async () => {
  let times = 0;
  const stored = async (): Promise<Blob | null> => {
    times += 1;
    return file;
  };
  const shelf = createFileShelf(stored);
  expect(await shelf.read('client-1')).toBe(file);
  expect(await shelf.read('client-1')).toBe(file);
  expect(times).toBe(1);
  const reading = shelf.read('client-2');
  const chosen = new Blob(['chosen']);
  shelf.keep('client-2', chosen);
  expect(await reading).toBe(chosen);
});
