import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { customersArea } from '../../src/i18n/areas/customers.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { Asked } from '../../src/views/attendance/list/actions/asked.ts';
import { snoozeTimes } from '../../src/views/attendance/list/actions/snooze-times.ts';
import { TicketActions } from '../../src/views/attendance/list/actions/TicketActions.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { VirtualList } from '../../src/views/kit/VirtualList.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { CARLA, START, aFailure, aTicket, brunoViewing, streamAt } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { renderKit } from './kit-render.tsx';
import { typeDate } from './date-support.ts';

// A busy machine loads a dialog and its date field later than a second.
configure({ asyncUtilTimeout: 10_000 });

const savesOf = (view: Awaited<ReturnType<typeof renderScreen>>) =>
  view.given('form.save').map(({ form, key, values }) => ({ form, key, values }));
const conversation = '100@10';
const heights = { short: 60, tall: 80 };
const MISSING = 'Esta parte não carregou. Verifique a conexão.';

const areas = { loaded: [conversationArea, customersArea], failure: undefined, request: () => undefined };

/** The actions beside a button that stands for the row. */
function Beside({ openTicketId }: { readonly openTicketId?: string }) {
  const [asked, ask] = useState<Asked>();
  return (
    <ShortcutsProvider hasSingleKeys>
      <button
        type="button"
        onClick={({ currentTarget }) => ask({ kind: 'menu', ticketId: '500', anchor: currentTarget })}
      >
        Linha
      </button>
      <AreasContext value={areas}>
        <TicketActions asked={asked} openTicketId={openTicketId} onAsk={ask} onTick={() => undefined} />
      </AreasContext>
    </ShortcutsProvider>
  );
}

async function actionsOf(ticket: Ticket, openTicketId?: string) {
  const view = await renderScreen(<Beside {...(openTicketId !== undefined && { openTicketId })} />, {
    viewer: brunoViewing,
  });
  // The machines of forms load first.
  await act(async () => undefined);
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  });
  return { ...view, tester: userEvent.setup() };
}

test('its menu is asked for while its code can’t come -> said; back -> it doesn’t open by itself, and is there when asked', async () => {
  let isUp = false;
  const prepare = async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
  };
  const view = await renderScreen(<Beside />, { viewer: brunoViewing, prepare });
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: '500' });
    view.append({ type: 'ticket.loaded', ticket: aTicket(), streamPosition: 1 });
  });
  const tester = userEvent.setup();
  const row = screen.getByRole('button', { name: 'Linha' });
  expect(screen.queryByText(MISSING)).toBeNull();
  await tester.click(row);
  await screen.findByText(MISSING);
  isUp = true;
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(MISSING)).toBeNull();
  expect(screen.queryByRole('menu')).toBeNull();
  await tester.click(row);
  expect(await screen.findByRole('menuitem', { name: 'Selecionar' })).toBeTruthy();
});

test('its menu is asked for while its code can’t come -> tried again, it opens', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  prepare.mockResolvedValue(undefined);
  const view = await renderScreen(<Beside />, { viewer: brunoViewing, prepare });
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: '500' });
    view.append({ type: 'ticket.loaded', ticket: aTicket(), streamPosition: 1 });
  });
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Linha' }));
  await tester.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('menuitem', { name: 'Selecionar' })).toBeTruthy();
});

test.each([
  ['m', (view: Awaited<ReturnType<typeof renderScreen>>) => expect(savesOf(view)).toHaveLength(1)],
  ['s', () => expect(screen.getByRole('dialog', { name: /Adiar a conversa/ })).toBeTruthy()],
])('its key %s is pressed while its code can’t come -> said; tried again -> done', async (key, isDone) => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  prepare.mockResolvedValue(undefined);
  const view = await renderScreen(<Beside openTicketId="500" />, { viewer: brunoViewing, prepare });
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: '500' });
    view.append({ type: 'ticket.loaded', ticket: aTicket(), streamPosition: 1 });
  });
  const tester = userEvent.setup();
  await tester.keyboard(key);
  expect(await screen.findByText(MISSING)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => isDone(view));
  expect(screen.queryByText(MISSING)).toBeNull();
});

test('n opens who waits longest, also without a finish; it is said when nobody else waits', async () => {
  const at = '/chat/500';
  const view = await renderScreen(
    <>
      <Beside openTicketId="500" />
      <Address />
    </>,
    { viewer: brunoViewing, at },
  );
  await act(async () => undefined);
  const tester = userEvent.setup();
  await tester.keyboard('n');
  const left = { id: '500', customerName: 'Joana Dias', since: START - 9_000 };
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.next')).toBe(true));
  act(() => view.answer({ list: 'chat.next', rows: [left], total: 1 }));
  expect(screen.getByText('Ninguém mais espera uma resposta.')).toBeTruthy();
  expect(screen.getByText(at)).toBeTruthy();
  const next = { id: '501', customerName: 'Luciana Prado', since: START - 5_000 };
  await tester.keyboard('n');
  await waitFor(() => expect(view.given('list.fetch')).toHaveLength(2));
  act(() => view.answer({ list: 'chat.next', rows: [left, next], total: 2 }));
  expect(screen.getByText('/chat/501')).toBeTruthy();
});

function Address() {
  return <p>{useLocation().pathname}</p>;
}

test('finished and forgotten while its dialog is open -> closed, and doesn’t open by itself when it comes back', async () => {
  const steps: (() => void)[] = [];
  /** All is drawn anew in the moment of a step. */
  function Screen() {
    const [count, setCount] = useState(0);
    const step = () => {
      steps[count]?.();
      setCount(count + 1);
    };
    return (
      <>
        <button type="button" onClick={step}>
          Passo {count}
        </button>
        <Beside />
      </>
    );
  }
  const view = await renderScreen(<Screen />, { viewer: brunoViewing });
  await act(async () => undefined);
  const come = () => {
    view.append({ type: 'ticket.opened', ticketId: '500' });
    view.append({ type: 'ticket.loaded', ticket: aTicket(), streamPosition: 1 });
    view.append({ type: 'ticket.left', ticketId: '500' });
  };
  const ticket = aTicket({ finishedAt: START });
  steps.push(() => view.append({ type: 'ticket.closed', ticket, by: CARLA, stream: streamAt(9) }), come);
  act(come);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Linha' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Finalizar' }));
  await screen.findByRole('dialog', { name: /Finalizar/u });
  fireEvent.click(screen.getByText('Passo 0'));
  expect(view.directory.ticket('500')).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByText('Passo 1'));
  expect(view.directory.ticket('500')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('marking a conversation unread', () => {
  test('by its key while it is open, and by the row’s menu', async () => {
    const view = await actionsOf(aTicket(), '500');
    await view.tester.keyboard('m');
    expect(savesOf(view)).toEqual([{ form: 'chat.unread', key: conversation, values: {} }]);
    act(() => view.save('chat.unread', conversation, conversation, []));
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await view.tester.click(await screen.findByRole('menuitem', { name: 'Marcar como não lida' }));
    expect(savesOf(view)).toHaveLength(2);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('what is unread is marked read instead, up to the newest message that is known', async () => {
    const ticket = aTicket({ unseen: 2 });
    const read = { form: 'chat.read', key: conversation, values: { up_to_id: ticket.lastMessage?.id ?? null } };
    const view = await actionsOf(ticket, '500');
    // It is held without being in view, where it would be read by itself.
    act(() => {
      view.append({ type: 'ticket.left', ticketId: '500' });
      view.append({ type: 'unseen.resetFailed', customerId: '100', instanceId: '10', failure: aFailure() });
    });
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    expect(await screen.findByRole('menuitem', { name: 'Marcar como lida' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Marcar como não lida' })).toBeNull();
    await view.tester.click(screen.getByRole('menuitem', { name: 'Marcar como lida' }));
    expect(savesOf(view)).toEqual([read]);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await view.tester.keyboard('m');
    expect(savesOf(view)).toEqual([read, read]);
  });

  test('somebody else’s isn’t marked read: it is theirs to read', async () => {
    const view = await actionsOf(aTicket({ owner: { ...CARLA, image: null }, unseen: 2 }), '500');
    await view.tester.keyboard('m');
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await screen.findByRole('menuitem', { name: 'Selecionar' });
    expect(screen.queryByRole('menuitem', { name: 'Marcar como lida' })).toBeNull();
    expect(savesOf(view)).toEqual([]);
  });

  test.each([
    ['somebody else’s', { owner: { ...CARLA, image: null } }],
    ['a finished one', { finishedAt: START }],
  ])('%s isn’t', async (_, changes) => {
    const view = await actionsOf(aTicket(changes), '500');
    await view.tester.keyboard('m');
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await screen.findByRole('menuitem', { name: 'Selecionar' });
    expect(screen.queryByRole('menuitem', { name: 'Marcar como não lida' })).toBeNull();
    expect(savesOf(view)).toEqual([]);
  });
});

describe('tagging the customer', () => {
  const vip = { id: '60', name: 'VIP', color: 'blue' } as const;
  const late = { id: '61', name: 'Em atraso', color: 'red' } as const;
  async function tagging() {
    const customer = { ...aTicket().customer, tags: [vip] };
    const view = await actionsOf(aTicket({ customer, finishedAt: START }), '500');
    const dialog = () => screen.findByRole('dialog', { name: `Etiquetas de ${customer.name}` });
    const answer = async () => {
      await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'choices.tags')).toBe(true));
      const rows = [vip, late].map((tag) => ({ ...tag, customers: 1, version: '1' }));
      act(() => view.answer({ list: 'choices.tags', rows, total: 2 }));
    };
    return { ...view, customer, dialog, answer };
  }

  test('by its key: what is typed is put on, also on a finished one', async () => {
    const view = await tagging();
    await view.tester.keyboard('e');
    await view.dialog();
    await view.answer();
    await view.tester.keyboard('atr{ArrowDown}{Enter}');
    expect(savesOf(view)).toEqual([
      { form: 'chat.tag', key: view.customer.id, values: { tag_id: late.id, tagged: true } },
    ]);
  });

  test('from the row’s menu: the others are shown, and taken off', async () => {
    const view = await tagging();
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await view.tester.click(await screen.findByRole('menuitem', { name: 'Etiquetar…' }));
    const dialog = await view.dialog();
    await view.answer();
    await view.tester.click(await within(dialog).findByRole('button', { name: 'Remover etiqueta VIP', hidden: true }));
    expect(savesOf(view)).toEqual([
      { form: 'chat.tag', key: view.customer.id, values: { tag_id: vip.id, tagged: false } },
    ]);
  });
});

describe('putting a conversation off', () => {
  const SAO_PAULO = 'America/Sao_Paulo';
  const zoned = (view: Awaited<ReturnType<typeof actionsOf>>) =>
    act(() =>
      view.answer({
        list: 'report.calendar',
        rows: [{ timezone: SAO_PAULO, today: '2026-03-02' }],
        total: 1,
      }),
    );
  const untilOf = (view: Awaited<ReturnType<typeof actionsOf>>) =>
    view.given('form.save').map(({ values }) => values['until']);

  test('by its key, in an hour at first, and until a date and time of the company’s clock', async () => {
    const view = await actionsOf(aTicket(), '500');
    await view.tester.keyboard('s');
    const dialog = await screen.findByRole('dialog', { name: /Adiar a conversa/ });
    zoned(view);
    expect(dialog.querySelector('input:checked')).toBe(document.activeElement);
    await view.tester.click(screen.getByRole('button', { name: 'Adiar' }));
    expect(untilOf(view)).toEqual([new Date(START + 3_600_000).toISOString()]);
    expect(screen.queryByRole('dialog', { name: /Adiar a conversa/ })).toBeNull();

    await view.tester.keyboard('s');
    await typeDate('Outra data e hora', '2020-01-01T08:30');
    await view.tester.click(screen.getByRole('button', { name: 'Adiar' }));
    expect(screen.getByText(/daqui para a frente/)).toBeTruthy();
    await typeDate('Outra data e hora', '2026-03-20T08:30');
    await view.tester.click(screen.getByRole('button', { name: 'Adiar' }));
    expect(untilOf(view).at(-1)).toBe('2026-03-20T11:30:00.000Z');
  });

  test('from the row’s menu; one that is put off is brought back there; nobody else’s is', async () => {
    const view = await actionsOf(aTicket({ snoozedUntil: START + 9_000_000 }));
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await view.tester.click(await screen.findByRole('menuitem', { name: 'Trazer de volta' }));
    expect(savesOf(view)).toEqual([{ form: 'chat.snooze', key: '500', values: {} }]);
    await view.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await view.tester.click(await screen.findByRole('menuitem', { name: 'Adiar…' }));
    await screen.findByRole('dialog', { name: /Adiar a conversa/ });
    view.unmount();

    const others = await actionsOf(aTicket({ owner: null }), '500');
    await others.tester.keyboard('s');
    await others.tester.click(screen.getByRole('button', { name: 'Linha' }));
    await screen.findByRole('menuitem', { name: 'Marcar como não lida' });
    expect(screen.queryByRole('menuitem', { name: 'Adiar…' })).toBeNull();
    expect(screen.queryByRole('dialog', { name: /Adiar a conversa/ })).toBeNull();
  });

  test.each([
    // A Monday at eleven, a Friday at half past two, a Sunday; and New York on the day before its clocks change.
    ['2026-03-02T14:00:00Z', SAO_PAULO, ['03-02T15:00', '03-02T18:00', '03-03T12:00', '03-09T12:00']],
    ['2026-03-06T17:30:00Z', SAO_PAULO, ['03-06T18:30', '03-07T12:00', '03-09T12:00']],
    ['2026-03-08T14:00:00Z', SAO_PAULO, ['03-08T15:00', '03-08T18:00', '03-09T12:00']],
    ['2026-03-07T20:30:00Z', 'America/New_York', ['03-07T21:30', '03-08T13:00', '03-09T13:00']],
  ])('the moments offered at %s in %s', (now, zone, moments) => {
    const offered = snoozeTimes(Date.parse(now), zone).map(({ at }) => new Date(at).toISOString().slice(5, 16));
    expect(offered).toEqual(moments);
  });
});

describe('a list whose rows can be ticked', () => {
  const opened: string[] = [];
  const menus: string[] = [];
  function Ticking() {
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
    return (
      <VirtualList
        label="Conversas"
        sections={[{ id: 'all', rows: ['a', 'b', 'c', 'd'] }]}
        heights={heights}
        onSelect={(id) => opened.push(id)}
        onMenu={(id) => menus.push(id)}
        ticked={ticked}
        onTick={setTicked}
        renderRow={(id) => <span>Cliente {id}</span>}
      />
    );
  }
  const row = (id: string) => screen.getByRole('option', { name: `Cliente ${id}` });
  const tickedRows = () =>
    screen
      .getAllByRole('option')
      .flatMap((each) => (each.getAttribute('aria-checked') === 'true' ? each.textContent : []));
  const boxOf = (id: string) => row(id).querySelector('[data-row-tick]') ?? row(id);

  test('Space ticks, Shift+click as far as there, Ctrl+A all, Escape none; Enter still opens', async () => {
    await renderKit(<Ticking />);
    const tester = userEvent.setup();
    await tester.tab();
    await tester.keyboard('{ArrowDown} ');
    expect(tickedRows()).toEqual(['Cliente b']);
    await tester.keyboard('{Shift>}');
    await tester.click(row('d'));
    await tester.keyboard('{/Shift}');
    expect(tickedRows()).toEqual(['Cliente b', 'Cliente c', 'Cliente d']);
    await tester.click(boxOf('c'));
    expect(tickedRows()).toEqual(['Cliente b', 'Cliente d']);
    await tester.keyboard('{Control>}a{/Control}');
    expect(tickedRows()).toHaveLength(4);
    await tester.keyboard('{Escape}');
    expect(tickedRows()).toEqual([]);
    expect(opened).toEqual([]);
    await tester.keyboard('{Enter}');
    expect(opened).toEqual(['c']);
  });

  test('the menu opens by a right click, its button and the keyboard', async () => {
    await renderKit(<Ticking />);
    const tester = userEvent.setup();
    await tester.pointer({ target: row('b'), keys: '[MouseRight]' });
    await tester.click(row('c').querySelector('[data-row-menu]') ?? row('c'));
    await tester.keyboard('{Shift>}{F10}{/Shift}{ContextMenu}');
    expect(menus).toEqual(['b', 'c', 'c', 'c']);
  });
});
