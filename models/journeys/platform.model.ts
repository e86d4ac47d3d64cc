import { setup } from 'xstate';
import { journey } from './journey.ts';

/*
 * What the platform says to all its companies, and what a company sets for itself: options, maintenance, terms, training,
 * settings, its identity provider, its protocol, and webhooks that are looked at again.
 */

type Deed =
  | { readonly type: 'the back-office switches all options off' }
  | { readonly type: 'the back-office switches them on again' }
  | { readonly type: 'the back-office publishes terms' }
  | { readonly type: 'Bia accepts them' }
  | { readonly type: 'the back-office adds a video' }
  | { readonly type: 'Bia watches the video' }
  | { readonly type: 'the back-office removes the video' }
  | { readonly type: 'Bia says whom to ask' }
  | { readonly type: 'Bia takes that back' }
  | { readonly type: 'Bia names an identity provider' }
  | { readonly type: 'Bia looks a protocol up and takes it home' }
  | { readonly type: 'Bia takes the numbers home' }
  | { readonly type: 'the back-office has what was kept aside looked at again' }
  | { readonly type: 'the back-office keeps the companies out' }
  | { readonly type: 'the back-office lets them in' };

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'as it was',
  states: {
    'as it was': { on: { 'the back-office switches all options off': 'nothing optional' } },
    /** In pages that are open, too. */
    'nothing optional': { on: { 'the back-office switches them on again': 'all options' } },
    'all options': { on: { 'the back-office publishes terms': 'terms to be accepted' } },
    'terms to be accepted': { on: { 'Bia accepts them': 'accepted' } },
    accepted: { on: { 'the back-office adds a video': 'a video' } },
    'a video': { on: { 'Bia watches the video': 'watched' } },
    watched: { on: { 'the back-office removes the video': 'no video' } },
    'no video': { on: { 'Bia says whom to ask': 'whom to ask' } },
    'whom to ask': { on: { 'Bia takes that back': 'the platform is asked' } },
    'the platform is asked': { on: { 'Bia names an identity provider': 'a provider, not offered yet' } },
    'a provider, not offered yet': { on: { 'Bia looks a protocol up and takes it home': 'a protocol on paper' } },
    'a protocol on paper': { on: { 'Bia takes the numbers home': 'numbers on a sheet' } },
    'numbers on a sheet': { on: { 'the back-office has what was kept aside looked at again': 'nothing kept aside' } },
    'nothing kept aside': { on: { 'the back-office keeps the companies out': 'kept out' } },
    'kept out': { on: { 'the back-office lets them in': 'let in again' } },
    'let in again': {},
  },
});

export const platform = journey('platform', machine, {
  'the back-office switches all options off': { type: 'the back-office switches all options off' },
  'the back-office switches them on again': { type: 'the back-office switches them on again' },
  'the back-office publishes terms': { type: 'the back-office publishes terms' },
  'Bia accepts them': { type: 'Bia accepts them' },
  'the back-office adds a video': { type: 'the back-office adds a video' },
  'Bia watches the video': { type: 'Bia watches the video' },
  'the back-office removes the video': { type: 'the back-office removes the video' },
  'Bia says whom to ask': { type: 'Bia says whom to ask' },
  'Bia takes that back': { type: 'Bia takes that back' },
  'Bia names an identity provider': { type: 'Bia names an identity provider' },
  'Bia looks a protocol up and takes it home': { type: 'Bia looks a protocol up and takes it home' },
  'Bia takes the numbers home': { type: 'Bia takes the numbers home' },
  'the back-office has what was kept aside looked at again': {
    type: 'the back-office has what was kept aside looked at again',
  },
  'the back-office keeps the companies out': { type: 'the back-office keeps the companies out' },
  'the back-office lets them in': { type: 'the back-office lets them in' },
});
