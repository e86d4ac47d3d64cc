import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * How Bruno works through his list: what he takes, reads and saves as a view, several at once, notes of his own, what he
 * sends before its time, and conversations that he opens himself.
 */

type Deed =
  | { readonly type: 'Bruno takes one' }
  | { readonly type: 'Bruno marks it as unread' }
  | { readonly type: 'Bruno reads it' }
  | { readonly type: 'Bruno saves the list as a view' }
  | { readonly type: 'Bruno renames the view' }
  | { readonly type: 'Bruno deletes the view' }
  | { readonly type: 'Bruno writes a note' }
  | { readonly type: 'Bruno changes the note' }
  | { readonly type: 'Bruno deletes the note' }
  | { readonly type: 'Bruno sends at once what was for later' }
  | { readonly type: 'Bruno takes all that wait' }
  | { readonly type: 'Bruno finishes it, and opens it again' }
  | { readonly type: 'Bruno writes to a number first' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'two wait in the queue',
  states: {
    'two wait in the queue': { on: { 'Bruno takes one': 'one is his' } },
    'one is his': { on: { 'Bruno marks it as unread': 'unread' } },
    unread: { on: { 'Bruno reads it': 'read' } },
    read: { on: { 'Bruno saves the list as a view': 'a view of his' } },
    'a view of his': { on: { 'Bruno renames the view': 'the view has another name' } },
    'the view has another name': { on: { 'Bruno deletes the view': 'no view' } },
    'no view': { on: { 'Bruno writes a note': 'noted' } },
    noted: { on: { 'Bruno changes the note': 'noted otherwise' } },
    'noted otherwise': { on: { 'Bruno deletes the note': 'no note' } },
    'no note': { on: { 'Bruno sends at once what was for later': 'sent before its time' } },
    'sent before its time': { on: { 'Bruno takes all that wait': 'both are his' } },
    'both are his': { on: { 'Bruno finishes it, and opens it again': 'a second attendance' } },
    'a second attendance': { on: { 'Bruno writes to a number first': 'a conversation that he began' } },
    'a conversation that he began': {},
  },
});

export const listOfADay = journey('list-of-a-day', machine, {
  'Bruno takes one': { type: 'Bruno takes one' },
  'Bruno marks it as unread': { type: 'Bruno marks it as unread' },
  'Bruno reads it': { type: 'Bruno reads it' },
  'Bruno saves the list as a view': { type: 'Bruno saves the list as a view' },
  'Bruno renames the view': { type: 'Bruno renames the view' },
  'Bruno deletes the view': { type: 'Bruno deletes the view' },
  'Bruno writes a note': { type: 'Bruno writes a note' },
  'Bruno changes the note': { type: 'Bruno changes the note' },
  'Bruno deletes the note': { type: 'Bruno deletes the note' },
  'Bruno sends at once what was for later': { type: 'Bruno sends at once what was for later' },
  'Bruno takes all that wait': { type: 'Bruno takes all that wait' },
  'Bruno finishes it, and opens it again': { type: 'Bruno finishes it, and opens it again' },
  'Bruno writes to a number first': { type: 'Bruno writes to a number first' },
});
