import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana draws a flow that her company starts: drafts, versions and the way back, a key for other systems, a campaign that
 * leads into it. Bruno starts it in his conversation, stops it, and hands the conversation back.
 */

type Deed =
  | { readonly type: 'Ana draws a flow' }
  | { readonly type: 'Ana publishes it' }
  | { readonly type: 'Ana changes a text' }
  | { readonly type: 'Ana publishes the change' }
  | { readonly type: 'Ana takes the first version back' }
  | { readonly type: 'Ana makes a key' }
  | { readonly type: 'Ana takes the key away' }
  | { readonly type: 'Ana has a campaign lead into it' }
  | { readonly type: 'Ana lets the campaign lead nowhere' }
  | { readonly type: 'Ana switches it on' }
  | { readonly type: 'Bruno starts it in his conversation' }
  | { readonly type: 'Bruno stops it' }
  | { readonly type: 'Bruno hands the conversation back' }
  | { readonly type: 'Ana archives it' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'nothing drawn',
  states: {
    'nothing drawn': { on: { 'Ana draws a flow': 'a draft' } },
    'a draft': { on: { 'Ana publishes it': 'published' } },
    published: { on: { 'Ana changes a text': 'another text in the draft' } },
    /** Customers get the published one. */
    'another text in the draft': { on: { 'Ana publishes the change': 'published twice' } },
    'published twice': { on: { 'Ana takes the first version back': 'the first text in the draft' } },
    'the first text in the draft': { on: { 'Ana makes a key': 'a key' } },
    /** It stands nowhere but on her screen. */
    'a key': { on: { 'Ana takes the key away': 'no key' } },
    'no key': { on: { 'Ana has a campaign lead into it': 'a campaign leads into it' } },
    'a campaign leads into it': { on: { 'Ana lets the campaign lead nowhere': 'no campaign leads into it' } },
    'no campaign leads into it': { on: { 'Ana switches it on': 'to be started' } },
    'to be started': { on: { 'Bruno starts it in his conversation': 'it answers' } },
    /** The customer gets its template, and nobody attends. */
    'it answers': { on: { 'Bruno stops it': 'Bruno answers' } },
    'Bruno answers': { on: { 'Bruno hands the conversation back': 'it answers again' } },
    'it answers again': { on: { 'Ana archives it': 'archived' } },
    archived: {},
  },
});

export const flowLife = journey('flow-life', machine, {
  'Ana draws a flow': { type: 'Ana draws a flow' },
  'Ana publishes it': { type: 'Ana publishes it' },
  'Ana changes a text': { type: 'Ana changes a text' },
  'Ana publishes the change': { type: 'Ana publishes the change' },
  'Ana takes the first version back': { type: 'Ana takes the first version back' },
  'Ana makes a key': { type: 'Ana makes a key' },
  'Ana takes the key away': { type: 'Ana takes the key away' },
  'Ana has a campaign lead into it': { type: 'Ana has a campaign lead into it' },
  'Ana lets the campaign lead nowhere': { type: 'Ana lets the campaign lead nowhere' },
  'Ana switches it on': { type: 'Ana switches it on' },
  'Bruno starts it in his conversation': { type: 'Bruno starts it in his conversation' },
  'Bruno stops it': { type: 'Bruno stops it' },
  'Bruno hands the conversation back': { type: 'Bruno hands the conversation back' },
  'Ana archives it': { type: 'Ana archives it' },
});
