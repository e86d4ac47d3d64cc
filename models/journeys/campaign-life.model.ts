import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * Ana writes a template with a picture, has it approved, and sends it to a group: tried on one number, planned and taken
 * back, halted, and sent again to those who were refused. Another one, which the provider stops, is cancelled.
 */

type Deed =
  | { readonly type: 'Ana writes a template with a picture' }
  | { readonly type: 'Ana submits it' }
  | { readonly type: 'Ana drafts a campaign' }
  | { readonly type: 'Ana says what a message costs' }
  | { readonly type: 'Ana takes the price away' }
  | { readonly type: 'Ana tries it on one number' }
  | { readonly type: 'Ana plans it for tomorrow' }
  | { readonly type: 'Ana takes it back' }
  | { readonly type: 'Ana starts it, and halts it' }
  | { readonly type: 'Ana goes on while the provider refuses' }
  | { readonly type: 'Ana sends it once more to whom it didn’t reach' }
  | { readonly type: 'Ana starts another, which the provider stops' }
  | { readonly type: 'Ana cancels it' }
  | { readonly type: 'Ana deletes the template' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'no template',
  states: {
    'no template': { on: { 'Ana writes a template with a picture': 'a template in writing' } },
    'a template in writing': { on: { 'Ana submits it': 'approved' } },
    approved: { on: { 'Ana drafts a campaign': 'a draft' } },
    'a draft': { on: { 'Ana says what a message costs': 'a forecast with its price' } },
    'a forecast with its price': { on: { 'Ana takes the price away': 'a forecast without a price' } },
    'a forecast without a price': { on: { 'Ana tries it on one number': 'tried' } },
    /** Nobody else gets anything. */
    tried: { on: { 'Ana plans it for tomorrow': 'planned' } },
    planned: { on: { 'Ana takes it back': 'a draft again' } },
    'a draft again': { on: { 'Ana starts it, and halts it': 'halted' } },
    halted: { on: { 'Ana goes on while the provider refuses': 'refused' } },
    refused: { on: { 'Ana sends it once more to whom it didn’t reach': 'reached' } },
    reached: { on: { 'Ana starts another, which the provider stops': 'stopped by the provider' } },
    'stopped by the provider': { on: { 'Ana cancels it': 'cancelled' } },
    /** Nobody got anything of it, and nobody will. */
    cancelled: { on: { 'Ana deletes the template': 'no template any more' } },
    'no template any more': {},
  },
});

export const campaignLife = journey('campaign-life', machine, {
  'Ana writes a template with a picture': { type: 'Ana writes a template with a picture' },
  'Ana submits it': { type: 'Ana submits it' },
  'Ana drafts a campaign': { type: 'Ana drafts a campaign' },
  'Ana says what a message costs': { type: 'Ana says what a message costs' },
  'Ana takes the price away': { type: 'Ana takes the price away' },
  'Ana tries it on one number': { type: 'Ana tries it on one number' },
  'Ana plans it for tomorrow': { type: 'Ana plans it for tomorrow' },
  'Ana takes it back': { type: 'Ana takes it back' },
  'Ana starts it, and halts it': { type: 'Ana starts it, and halts it' },
  'Ana goes on while the provider refuses': { type: 'Ana goes on while the provider refuses' },
  'Ana sends it once more to whom it didn’t reach': { type: 'Ana sends it once more to whom it didn’t reach' },
  'Ana starts another, which the provider stops': { type: 'Ana starts another, which the provider stops' },
  'Ana cancels it': { type: 'Ana cancels it' },
  'Ana deletes the template': { type: 'Ana deletes the template' },
});
