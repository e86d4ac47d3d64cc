import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserSettings } from '../../src/machines/entities/administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { ANA } from '../support/builders.ts';
import type { renderScreen } from './administration-support.tsx';

type Screen = Awaited<ReturnType<typeof renderScreen>>;

function settings(changes: Partial<UserSettings> = {}): UserSettings {
  return { id: ANA.id, twoFactor: false, twoFactorRequired: false, recoveryCodesLeft: 0, lockMinutes: 0, ...changes };
}

/** The server answers how Ana's login is secured. */
export function tellSettings(view: Screen, changes?: Partial<UserSettings>): void {
  act(() => view.answer({ list: 'userSettings', rows: [settings(changes)], total: 1 }));
}

/** The server answers what a form asked for last. */
export function load(
  view: Screen,
  form: FormName,
  key: string,
  values: FormValues,
  version: string | null = null,
): void {
  const request = view.given('form.load').findLast((each) => each.form === form)?.request ?? 0;
  act(() => view.append({ type: 'form.loaded', form, key, request, values, version }));
}

/** The server saves what was sent last. */
export function save(view: Screen, form: FormName, key: string, id: string | null = key): void {
  const request = view.given('form.save').at(-1)?.request ?? 0;
  act(() => view.append({ type: 'form.saved', form, key, request, id, version: null, lists: ['userSettings'] }));
}

export const press = (name: string | RegExp, role: 'button' | 'checkbox' | 'switch' | 'link' = 'button') =>
  userEvent.setup().click(screen.getByRole(role, { name }));
export const type = (label: string, text: string) => userEvent.setup().type(screen.getByLabelText(label), text);
