import { setup } from 'xstate';
import { PERMISSIONS } from '../../contract/facts/access.ts';
import { journey } from './journey.ts';

/*
 * Ana permits Rita one thing after the other, and nothing else: each time Rita's open page has that screen alone, what it
 * shows is answered, and what belongs to another screen is refused.
 */

type Deed = { readonly type: `Ana permits nothing but ${string}` };

const names = PERMISSIONS.filter(({ backoffice }) => !backoffice).map(({ name }) => name);
const deedOf = (name: string): Deed['type'] => `Ana permits nothing but ${name}`;

/** Each leads on to the next. */
const states = ['the home page', ...names].map((name, at) => {
  const next = names[at];
  const state = at === 0 ? name : `${name} alone`;
  return [state, next === undefined ? {} : { on: { [deedOf(next)]: `${next} alone` } }] as const;
});

const machine = setup({ types: { events: {} as Deed } }).createMachine({
  initial: 'the home page',
  states: Object.fromEntries(states),
});

export const onePermission = journey(
  'one-permission',
  machine,
  Object.fromEntries(names.map((name) => [deedOf(name), { type: deedOf(name) }])),
);
