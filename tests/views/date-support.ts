import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** A date field, once it is loaded. */
export function dateField(label: string): Promise<HTMLElement> {
  return screen.findByRole('group', { name: label });
}

/** Types a day (`2026-11-20`) or a moment (`2026-11-20T08:30`) into a date field, part by part. */
export async function typeDate(label: string, value: string): Promise<void> {
  const field = await dateField(label);
  const [year = '', month = '', day = '', hour = '', minute = ''] = value.split(/[-T:]/u);
  const user = userEvent.setup();
  for (const [part, digits] of Object.entries({ day, month, year, hour, minute })) {
    const segment = field.querySelector<HTMLElement>(`[data-type=${part}]`);
    if (segment === null) continue;
    act(() => segment.focus());
    await user.keyboard(digits);
  }
}
