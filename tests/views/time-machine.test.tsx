import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyLog } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import { createPlayer } from '../../src/machines/replay/player.ts';
import type { LogSource } from '../../src/views/app/app-context.tsx';
import { firstPlace, placesOf } from '../../src/views/time-machine/places.ts';
import { TimeMachineScreen } from '../../src/views/time-machine/TimeMachineScreen.tsx';
import { WhyNumber } from '../../src/views/time-machine/WhyNumber.tsx';
import { anOutgoing, brunoViewing, clientId } from '../support/builders.ts';
import { live, messageTo, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

function aLog(): StoredLog {
  const { append, events } = live(brunoViewing, ticketOf(1), ticketOf(2));
  append(
    { type: 'ticket.opened', ticketId: '501' },
    messageTo(2, 11),
    { type: 'message.submitted', message: anOutgoing({ ticketId: '501', customerId: '101' }) },
    { type: 'outbox.stored', clientId: clientId(1) },
    { type: 'ticket.left', ticketId: '501' },
  );
  return { ...emptyLog, tail: events };
}

const logs = (read: Awaited<ReturnType<LogSource['read']>>, present: StoredLog | null = null): LogSource => ({
  read: async () => read,
  present: async () => present,
});

async function opened(read: Awaited<ReturnType<LogSource['read']>>) {
  await renderScreen(<TimeMachineScreen />, { logs: logs(read) });
  const target = screen.getByText(/o arquivo não sai deste navegador/u);
  fireEvent.drop(target, { dataTransfer: { files: [new File(['{}'], 'balcao.json')] } });
}

const slider = () => screen.findByRole('slider', { name: 'Momento' });
const details = () => screen.getByRole('region', { name: 'O que este acontecimento fez' });

describe('a file is dropped', () => {
  it.each([
    ['unreadable', /não conseguiu ler este arquivo/u],
    ['empty', /está vazio/u],
    ['tooLarge', /passa de .*256.*npm run replay/u],
    ['notALog', /não é um registro do Balcão/u],
    ['newer', /versão mais nova/u],
    ['damaged', /está danificado/u],
  ] as const)('%s -> refused with a sentence, and another one can be chosen', async (reason, words) => {
    await opened(reason);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(within(screen.getByRole('group', { name: 'Arquivo do registro' })).getByText('balcao.json')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toBeDefined();
  });

  it('with an event that nobody knows -> refused, with its number', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const log = aLog();
    const tail = [...log.tail.slice(0, 2), { ...log.tail[0], type: 'nobody.knows' }] as unknown as StoredLog['tail'];
    await opened({ ...log, tail });
    expect((await screen.findByRole('alert')).textContent).toContain('a partir do acontecimento 3');
  });

  it('a log -> its end; a step back, to the beginning by the keys’ range, and forward -> each time where it is said', async () => {
    const log = aLog();
    await opened(log);
    const count = log.tail.length;
    expect(await slider()).toHaveProperty('value', String(count));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Acontecimento anterior' }));
    expect((await slider()).getAttribute('aria-valuetext')).toContain(`Acontecimento ${count - 1} de ${count}`);
    fireEvent.change(await slider(), { target: { value: '0' } });
    expect((await slider()).getAttribute('aria-valuetext')).toBe(`Antes do primeiro de ${count} acontecimentos`);
    await user.click(screen.getByRole('button', { name: 'Próximo acontecimento' }));
    expect(within(details()).getByRole('heading').textContent).toBe('A página abriu');
  });

  it('played from the end -> begins anew and goes on by itself', async () => {
    await opened(aLog());
    await slider();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: '25×' }));
    await user.click(screen.getByRole('button', { name: 'Reproduzir' }));
    await waitFor(async () => expect(Number((await slider()).getAttribute('value'))).toBeGreaterThan(2));
    await user.click(await screen.findByRole('button', { name: /Pausar|Reproduzir/u }));
  });
});

describe('the panel', () => {
  it('events filtered by type and by actor -> one is chosen -> what it did -> its cause', async () => {
    const log = aLog();
    await opened(log);
    await slider();
    const user = userEvent.setup();
    const found = () => screen.getByText(/^(?:\d+|Nenhum) acontecimento/u).textContent;
    await user.type(screen.getByRole('searchbox', { name: 'Filtrar por ator' }), 'send:');
    expect(found()).toBe('2 acontecimentos');
    await user.type(screen.getByRole('searchbox', { name: 'Filtrar por acontecimento' }), 'outbox');
    expect(found()).toBe('1 acontecimento');
    await user.click(screen.getByRole('option', { name: /outbox\.stored/u }));
    expect(details().textContent).toContain(`send:${clientId(1)}`);
    await user.click(within(details()).getByRole('button', { name: /Ir para a causa/u }));
    expect(within(details()).getByRole('heading').textContent).toBe('Enviou uma mensagem');
  });

  it('events sought by their words, accents aside -> found', async () => {
    await opened(aLog());
    await slider();
    await userEvent
      .setup()
      .type(screen.getByRole('searchbox', { name: 'Filtrar por acontecimento' }), 'conexao aberta');
    expect(screen.getByText(/^\d+ acontecimento/u).textContent).toBe('1 acontecimento');
    expect(screen.getByRole('option').textContent).toContain('socket.opened');
  });

  it('states -> each actor’s, with the one it is in', async () => {
    await opened(aLog());
    await slider();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Estados' }));
    await user.click(screen.getByRole('button', { name: 'socket' }));
    const chart = screen.getByRole('region', { name: 'Estados de socket' });
    expect(within(chart).getByText('live').textContent).toBe('live (estado atual)');
    expect(chart.textContent).toContain('→ live');
    await user.click(within(chart).getByRole('button', { name: /Conversas carregadas/u }));
    await user.click(screen.getByRole('radio', { name: 'Acontecimentos' }));
    expect(details().textContent).toContain('tickets.listed');
  });

  it('why this number -> the events that changed it -> one leads there', async () => {
    await opened(aLog());
    await slider();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Números' }));
    const why = screen.getByRole('region', { name: 'Por que este número?' });
    expect(why.textContent).toContain('Agora: 1');
    await user.click(within(why).getAllByRole('button', { name: /Mensagem chegou/u })[0] ?? why);
    await user.click(screen.getByRole('radio', { name: 'Acontecimentos' }));
    expect(within(details()).getByRole('heading').textContent).toBe('Mensagem chegou');
  });
});

it('this tab’s own log, where it is offered -> opens as it is by then', async () => {
  await renderScreen(<TimeMachineScreen />, { logs: logs('notALog', aLog()) });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Ver o registro desta aba' }));
  expect(document.activeElement).toBe(await slider());
});

it('asked why a number is what it is -> this tab’s log opens on the events behind it', async () => {
  await renderScreen(<TimeMachineScreen />, {
    logs: logs('notALog', aLog()),
    at: '/time-machine?number=unseen:102@10',
  });
  const why = await screen.findByRole('region', { name: 'Por que este número?' });
  expect(why.textContent).toContain('Agora: 1');
  expect(within(why).getByRole('button', { name: /Mensagem chegou/u })).toBeDefined();
});

describe('a counter’s menu', () => {
  const shown = () =>
    renderScreen(
      <>
        <a href="#x" data-testid="link">
          Conversas <b data-number="unseen">3</b>
        </a>
        <p>nada</p>
        <WhyNumber />
        <Where />
      </>,
    );

  it('the right button on a number -> “Por que este número?” -> the time machine on it', async () => {
    await shown();
    fireEvent.contextMenu(screen.getByText('3'), { button: 2 });
    await userEvent.setup().click(await screen.findByRole('menuitem', { name: 'Por que este número?' }));
    expect(screen.getByTestId('where').textContent).toBe('/time-machine?number=unseen');
  });

  it('the menu key on a link with a number -> the same; elsewhere the browser’s own menu stays', async () => {
    await shown();
    expect(fireEvent.contextMenu(screen.getByText('nada'))).toBe(true);
    expect(screen.queryByRole('menuitem')).toBeNull();
    expect(fireEvent.contextMenu(screen.getByTestId('link'), { button: 0 })).toBe(false);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Por que este número?'));
  });
});

function Where() {
  const { pathname, search } = useLocation();
  return <i data-testid="where">{pathname + search}</i>;
}

it('where people were -> the screen of what they opened there', () => {
  const log = aLog();
  const player = createPlayer(log);
  player.read(log.tail.length);
  const places = placesOf(firstPlace(player.seek(0)), player.steps);
  const at = player.steps.findIndex(({ event }) => event.type === 'ticket.opened');
  expect([places[0], places[at], places[at + 1], places.at(-1)]).toEqual(['/', '/', '/chat/501', '/chat']);
});
