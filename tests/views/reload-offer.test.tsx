import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ReloadOffer } from '../../src/views/app/ReloadOffer.tsx';
import { renderScreen } from './administration-support.tsx';

type View = Awaited<ReturnType<typeof renderScreen>>;

const offer = () => screen.queryByText('O Balcão foi atualizado');

/** The socket comes, to a server of the page's version of the contract or of another; then it breaks. */
function meet(view: View, otherVersion?: number): void {
  act(() => {
    const { attempt } = view.given('socket.fetchTicket').at(-1) ?? { attempt: 0 };
    view.append({ type: 'socket.ticketIssued', attempt, ticket: 'ticket' });
    view.append({ type: 'socket.opened', attempt });
    const greeting = { epoch: 'epoch-1', head: 0, recovered: false };
    view.append({
      type: 'socket.greeted',
      attempt,
      ...greeting,
      ...(otherVersion === undefined ? {} : { otherVersion }),
    });
    view.append({ type: 'socket.closed', attempt, code: 1012, reason: '' });
    view.append({ type: 'timer.fired', timer: 'socket:main:retry' });
  });
}

describe('a server of another version', () => {
  it('the same version -> nothing is said', async () => {
    const view = await renderScreen(<ReloadOffer />);
    meet(view);
    expect(offer()).toBeNull();
  });

  it('another -> offers to reload, stays through nodes of both versions, and reloads only when wanted', async () => {
    const view = await renderScreen(<ReloadOffer />);
    meet(view, 7);
    expect(offer()).toBeTruthy();
    const shown = screen.getByRole('status');
    meet(view);
    meet(view, 7);
    meet(view);
    expect(screen.getByRole('status')).toBe(shown);
    expect(view.given('page.reload')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Recarregar' }));
    expect(view.given('page.reload')).toEqual([{ type: 'page.reload', version: 7 }]);
  });

  it('reloaded for it, and the page is still the old one -> not offered again; for the next version it is', async () => {
    const view = await renderScreen(<ReloadOffer />, { reloadedFor: 7 });
    meet(view, 7);
    meet(view, 7);
    expect(offer()).toBeNull();
    meet(view, 8);
    expect(offer()).toBeTruthy();
  });
});
