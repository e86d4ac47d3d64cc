import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Availability } from '../../src/views/app/Availability.tsx';
import { AwayLine } from '../../src/views/attendance/list/AwayLine.tsx';
import { aFailure } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { eventually } from '../support/expect-eventually.ts';

test('away is not so while the server didn’t take it: said, and tried again', async () => {
  const onClose = vi.fn<() => void>();
  const view = await renderScreen(<Availability userId="3" away onClose={onClose} onRetry={() => undefined} />);
  const saves = () => view.given('form.save').filter(({ form }) => form === 'availability');
  await eventually(() => expect(saves()).toMatchObject([{ key: '3', values: { away: true } }]));
  const request = () => saves().at(-1)?.request ?? 0;
  act(() => {
    const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
    view.append({ type: 'form.refused', form: 'availability', key: '3', request: request(), failure });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Você ainda não está ausente');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(saves()).toHaveLength(2);
  act(() => {
    const saved = { form: 'availability', key: '3', request: request(), id: '3', version: null, lists: [] } as const;
    view.append({ type: 'form.saved', ...saved });
  });
  await eventually(() => expect(onClose).toHaveBeenCalled());
});

test('the server didn’t hear that one is here -> said, and tried again', async () => {
  const onRetry = vi.fn<() => void>();
  await renderScreen(<Availability userId="3" away={undefined} onClose={() => undefined} onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('O servidor não confirmou');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('away, said below the list -> ended there', async () => {
  const view = await renderScreen(<AwayLine userId="3" />);
  expect(screen.getByText('Você está ausente e não recebe conversas automaticamente.')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Ficar disponível' }));
  await eventually(() =>
    expect(view.given('form.save')).toMatchObject([{ form: 'availability', key: '3', values: { away: false } }]),
  );
});
