import { expect, test } from 'vitest';
import { searchedNumbers } from '../../contract/facts/phone-search.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { aTicket, brunoViewing } from '../support/builders.ts';
import { live } from './directory-support.ts';

test.each([
  ['5511987654321', ['5511987654321', '551187654321']],
  ['1187654321', ['1187654321', '11987654321']],
  ['987654321', ['987654321', '87654321']],
  // A fixed line has no ninth digit, and a part of a number is only itself.
  ['1133334444', ['1133334444']],
  ['9876', ['9876']],
])('%s is sought as %j', (digits, expected) => expect(searchedNumbers(digits)).toEqual(expected));

test('the list that is held finds it either way, as the server does', () => {
  const base = aTicket({ id: '501' });
  const ticket = { ...base, customer: { ...base.customer, phone: '5511987654321' } };
  const app = live(brunoViewing, ticket);
  const search = (words: string): AppEvent => ({ type: 'inbox.searched', search: words });
  app.append(search('11 8765-4321'));
  expect(app.rows()).toEqual(['501']);
  app.append(search('11 8765-4322'));
  expect(app.rows()).toEqual([]);
});
