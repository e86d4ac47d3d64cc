import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { QuietHours } from '../../src/machines/log/events-session.ts';
import { QuietHoursSetting } from '../../src/views/administration/account/QuietHoursSetting.tsx';
import { AriaLocale } from '../../src/views/kit/aria-locale.tsx';
import { DateField } from '../../src/views/kit/lazy-date-field.tsx';
import { LocaleProvider } from '../../src/views/layout/LocaleProvider.tsx';
import { allMessages } from '../support/all-messages.ts';
import './kit-render.tsx';

/** In English, whose own clock has twelve hours. */
async function inEnglish(view: React.ReactNode) {
  const messages = await allMessages('en');
  return render(
    <LocaleProvider locale="en" messages={messages}>
      <AriaLocale>{view}</AriaLocale>
    </LocaleProvider>,
  );
}

it.each([
  ['time', '20:30'],
  ['moment', '2026-11-20T20:30'],
] as const)('a %s is written with 24 hours in every language', async (of, value) => {
  await inEnglish(<DateField of={of} label="Begins" value={value} onChange={() => undefined} />);
  const parts = await screen.findAllByRole('spinbutton');
  const written = parts.map(({ textContent }) => textContent);
  expect(written.slice(-2)).toEqual(['20', '30']);
});

it('quiet hours: typed part by part in the page’s way', async () => {
  const changed: (QuietHours | undefined)[] = [];
  function Setting() {
    const [quiet, setQuiet] = useState<QuietHours | undefined>({
      from: 20 * 60,
      to: 8 * 60,
      days: [1],
      timeZone: 'America/Sao_Paulo',
    });
    const onChange = (next: QuietHours | undefined) => {
      changed.push(next);
      setQuiet(next);
    };
    return <QuietHoursSetting quiet={quiet} onChange={onChange} />;
  }
  await inEnglish(<Setting />);
  const from = await screen.findByRole('group', { name: 'From' });
  const [hour] = within(from).getAllByRole('spinbutton');
  if (hour === undefined) expect.unreachable();
  act(() => hour.focus());
  await userEvent.setup().keyboard('2215');
  expect(changed.at(-1)).toMatchObject({ from: 22 * 60 + 15, to: 8 * 60 });
});
