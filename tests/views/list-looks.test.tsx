import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import type { ListedViews } from '../../src/machines/log/events-inbox.ts';
import { ViewTabs, type Tab } from '../../src/views/attendance/list/ViewTabs.tsx';
import { Chat, Follow, Row } from '../../src/views/attendance/presence/presence-views.tsx';
import { presenceTimers } from '../../src/machines/presence/presence.machine.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { aTicket, brunoViewing } from '../support/builders.ts';
import { greeting, listed } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

/** The list's views, each with as many as the server says; the shown one is `tab`. */
async function tabs(listedViews: Partial<ListedViews>, tab: Tab = 'mine') {
  const onChange = vi.fn<(tab: Tab) => void>();
  const view = await renderScreen(<ViewTabs view={tab} onChange={onChange} />, { viewer: brunoViewing });
  const offered = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
  const numberOf = (name: string) => document.querySelector(`[data-number="${name}"] b`)?.textContent;
  const before = { offered: offered(), mine: numberOf('mine')?.trim() };
  const views = { mine: [], queue: [], waiting: [], all: [], finished: 0, ...listedViews };
  act(() => {
    for (const event of greeting(10)) view.append(event);
    const asked = view.given('tickets.fetch').at(-1);
    if (asked === undefined) throw new Error('Nothing was asked for.');
    const { request, query, page, limit, purpose } = asked;
    view.append(listed(request, [], { query, page, limit, purpose, views, streamPosition: 10 }));
  });
  // Drawn once a frame.
  await waitFor(() => expect(numberOf('mine')?.trim()).not.toBe(''));
  return { ...view, offered, numberOf, onChange, before };
}
const USUAL = ['mine', 'queue', 'waiting', 'all', 'finished'];

test('nothing is counted until it is known; the robot’s and the put off ones are offered where there are any', async () => {
  const { before, offered, numberOf } = await tabs({ mine: ['501', '502'], flow: ['503'] });
  expect(before).toEqual({ offered: USUAL, mine: '' });
  expect(offered()).toEqual(['mine', 'queue', 'flow', 'waiting', 'all', 'finished']);
  expect([numberOf('mine'), numberOf('flow'), numberOf('queue')]).toEqual(['2', '1', '0']);
});

test('the shown view stays offered though it is empty; another is chosen', async () => {
  const { offered, onChange } = await tabs({}, 'snoozed');
  expect(offered()).toEqual(['mine', 'queue', 'waiting', 'snoozed', 'all', 'finished']);
  expect(screen.getByRole('radio', { checked: true }).getAttribute('value')).toBe('snoozed');
  await userEvent.click(screen.getByRole('radio', { name: 'Fila' }));
  expect(onChange.mock.calls).toEqual([['queue']]);
});

test.each([
  [999, '999'],
  [1_000, '999+'],
])('finished ones are counted up to a thousand: %i is “%s”', async (finished, shown) => {
  const { numberOf } = await tabs({ finished });
  expect(numberOf('finished')).toBe(shown);
});

const ticket = aTicket();
const { id: customerId } = ticket.customer;
const { id: instanceId } = ticket.instance;

/** The open conversation, with colleagues followed by what comes before it or after. */
async function together({ isOpenFirst = false } = {}) {
  const view = await renderScreen(
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      {!isOpenFirst && <Follow />}
      <Chat ticket={ticket} />
      {isOpenFirst && <Follow />}
      <Row conversation={`${customerId}@${instanceId}`}>
        {({ typing, looking }) => (
          <p data-testid="row">
            {typing} | {looking}
          </p>
        )}
      </Row>
    </AreasContext>,
  );
  const arrives = async (id: string, name: string, typing = false, isSupport = false) => {
    await act(async () => {
      const open = { customerId, instanceId };
      view.append({ type: 'presence.arrived', pageId: id, person: { id, name }, isSupport, open, typing });
      await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    });
  };
  const said = () => screen.getByRole('status').textContent.trim();
  return { ...view, arrives, said, row: () => screen.getByTestId('row').textContent };
}

test('who else looks: nobody, one, several, and before all who types', async () => {
  const { arrives, said, row } = await together();
  expect([said(), row()]).toEqual(['', ' | ']);
  await arrives('90', 'Davi Melo');
  expect(said()).toBe('Davi Melo está vendo');
  expect(row()).toContain('Davi Melo está vendo');
  await arrives('91', 'Eva Nunes');
  expect(said()).toBe('Davi Melo e mais uma pessoa estão vendo');
  await arrives('92', 'Flora Gil');
  expect(said()).toBe('Davi Melo e mais 2 pessoas estão vendo');
  await arrives('91', 'Eva Nunes', true);
  expect(said()).toBe('Eva Nunes está digitando…');
  // On the row in place of the excerpt, by the first name.
  expect(row()).toBe('Eva está digitando… | ');
});

test('somebody of the platform is called so; the open conversation is told of, and left', async () => {
  const { append, arrives, said, given, unmount } = await together();
  await arrives('90', 'Davi Melo', false, true);
  expect(said()).toBe('Davi Melo (suporte da plataforma) está vendo');
  // What changed meanwhile is told after a pause.
  const pause = () => act(() => append({ type: 'timer.fired', timer: presenceTimers.pause }));
  pause();
  expect(given('presence.tell').at(-1)).toMatchObject({ customerId, instanceId });
  unmount();
  pause();
  expect(given('presence.tell').at(-1)).toMatchObject({ customerId: null, instanceId: null });
});

test('the open conversation is there before colleagues are followed -> it is told of all the same', async () => {
  const { append, given } = await together({ isOpenFirst: true });
  act(() => append({ type: 'timer.fired', timer: presenceTimers.pause }));
  await waitFor(() => expect(given('presence.tell').at(-1)).toMatchObject({ customerId, instanceId }));
});
