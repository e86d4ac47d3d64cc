import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConversationRow, type RowsAround } from '../../src/views/attendance/list/ConversationRow.tsx';
import { TicketRow } from '../../src/views/attendance/list/TicketRow.tsx';
import { ticketOf } from '../machines/directory-support.ts';
import { aCustomer, aMessage, anOutgoing, aRelatedMessage, aTicket, START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { renderKit } from './kit-render.tsx';

const MINUTE = 60_000;

describe('a row of the list', () => {
  const around: RowsAround = {
    now: START + MINUTE,
    query: { instanceId: null, status: 'open', scope: 'all', search: '' },
    viewerId: '99',
    saysInstance: false,
    waitLimits: { warning: 10, alert: 20 },
  };
  const row = {
    lastMessage: aMessage({ text: 'Chegou *hoje* para ana_maria@flora.example', at: START }),
    unseen: 0,
    draft: '',
    unsent: undefined,
    isTransferring: false,
    isFinishing: false,
    isOpen: false,
    isTall: false,
    around,
  };
  const ticket = aTicket({ customer: aCustomer({ name: '', phone: '5511987654321' }) });

  it('in the queue the customer’s words, not the robot’s greeting after them; once somebody has it, what was said last', async () => {
    const lastMessage = aMessage({ received: false, bot: true, text: 'Olá! Em que posso ajudar?' });
    const words = aRelatedMessage({ text: 'Meu pedido não chegou' });
    const queued = { ...ticket, owner: null, words };
    const { container, rerender } = await renderKit(
      <ConversationRow ticket={queued} {...row} lastMessage={lastMessage} />,
    );
    expect(container.textContent).toContain('Meu pedido não chegou');
    expect(container.textContent).not.toContain('Olá!');
    rerender(<ConversationRow ticket={{ ...ticket, words }} {...row} lastMessage={lastMessage} />);
    expect(container.textContent).toContain('Olá! Em que posso ajudar?');
    expect(container.textContent).not.toContain('Meu pedido');
  });

  it('a customer without a name is called by their number', async () => {
    const { container } = await renderKit(<ConversationRow ticket={ticket} {...row} />);
    expect(container.textContent).toContain('+55 11 98765-4321');
    expect(container.textContent).toContain('Chegou hoje para ana_maria@flora.example');
  });

  it.each([
    [9, 'plain', '9 min'],
    [10, 'warning', '10 min'],
    [20, 'alert', '20 min'],
  ])('a customer who has waited %i minutes is %s', async (minutes, level, shown) => {
    const waiting = { ...ticket, waitingSince: around.now - minutes * MINUTE };
    const { container } = await renderKit(<ConversationRow ticket={waiting} {...row} />);
    const wait = container.querySelector('[data-wait]');
    expect([wait?.getAttribute('data-wait'), wait?.textContent]).toEqual([level, `${shown}esperando há ${shown}`]);
    expect(wait?.querySelectorAll('svg')).toHaveLength(level === 'plain' ? 0 : 1);
  });

  it('one that is finished or put off doesn’t wait', async () => {
    const waitingSince = around.now - 30 * MINUTE;
    for (const changes of [{ finishedAt: START }, { snoozedUntil: around.now + 60 * MINUTE }]) {
      const { container, unmount } = await renderKit(
        <ConversationRow ticket={{ ...ticket, waitingSince, ...changes }} {...row} />,
      );
      expect(container.querySelector('[data-wait]')).toBeNull();
      unmount();
    }
  });

  it('the third line: queue, tags and a number of more, instance', async () => {
    const tags = ['Troca', 'VIP', 'Sul'].map((name, at) => ({ id: String(at), name, color: 'blue' as const }));
    const tagged = { ...ticket, owner: null, customer: { ...ticket.customer, tags } };
    const { container, rerender } = await renderKit(
      <ConversationRow ticket={tagged} {...row} isTall around={{ ...around, saysInstance: true }} />,
    );
    for (const words of ['Na fila', 'Troca', 'VIP', '+1', ticket.instance.name])
      expect(container.textContent).toContain(words);
    rerender(<ConversationRow ticket={tagged} {...row} />);
    expect(container.textContent).not.toContain('Troca');
    rerender(<ConversationRow ticket={{ ...tagged, inFlow: true }} {...row} isTall />);
    expect(container.textContent).toContain('Com o robô');
    expect(container.textContent).not.toContain('Na fila');
  });

  it('of the open conversation the draft is in its composer, and not on its row', async () => {
    const { container } = await renderKit(<ConversationRow ticket={ticket} {...row} draft="Bom dia" isOpen />);
    expect(container.textContent).not.toContain('Rascunho');
    expect(container.textContent).toContain('Chegou hoje');
  });

  it('unread is counted on an open one, not on one that is finished', async () => {
    const { container, rerender } = await renderKit(<ConversationRow ticket={ticket} {...row} unseen={3} />);
    const count = () => container.querySelector('[data-number]')?.textContent;
    expect(count()).toContain('3');
    rerender(<ConversationRow ticket={{ ...ticket, finishedAt: START }} {...row} unseen={3} />);
    expect(count() ?? '').not.toContain('3');
  });

  it('put off -> until when: the time today, the day too on another; brought back by its time -> so, until somebody writes', async () => {
    const until = (snoozedUntil: number) => <ConversationRow ticket={{ ...ticket, snoozedUntil }} {...row} isTall />;
    const { container, rerender } = await renderKit(until(START + 60 * MINUTE));
    expect(container.querySelector('time')?.textContent.trim()).toBe('10:00');
    expect(container.textContent).toContain('adiada');
    rerender(until(START + 24 * 60 * MINUTE));
    expect(container.querySelector('time')?.textContent.trim()).toMatch(/3.*09:00$/u);
    const lastMessage = aMessage({ at: START, takenAt: START });
    const woken = (wokenAt: number) => (
      <ConversationRow ticket={{ ...ticket, wokenAt }} {...row} lastMessage={lastMessage} />
    );
    rerender(woken(START + 1));
    expect(container.textContent).toContain('Voltou');
    rerender(woken(START));
    expect(container.textContent).not.toContain('Voltou');
  });

  it('finished -> when and with which outcome; no message yet -> said', async () => {
    const { container, rerender } = await renderKit(
      <ConversationRow ticket={{ ...ticket, finishedAt: START, outcome: 'Venda feita' }} {...row} />,
    );
    expect(container.textContent).toMatch(/Finalizado em .*· Venda feita/u);
    rerender(<ConversationRow ticket={ticket} {...row} lastMessage={null} />);
    expect(container.textContent).toContain('Sem mensagens ainda');
  });

  it('whose it is stands on it where all are listed, and not on one’s own', async () => {
    const with2 = `com ${ticket.owner?.name.split(' ')[0]}`;
    const shown = (changes: Partial<RowsAround>) => (
      <ConversationRow ticket={ticket} {...row} isTall around={{ ...around, ...changes }} />
    );
    const { container, rerender } = await renderKit(shown({}));
    expect(container.textContent).toContain(with2);
    rerender(shown({ viewerId: ticket.owner?.id }));
    expect(container.textContent).not.toContain(with2);
    rerender(shown({ query: { ...around.query, scope: 'waiting' } }));
    expect(container.textContent).not.toContain(with2);
  });

  it.each([
    ['a draft', { draft: 'Bom dia' }, 'Rascunho: Bom dia'],
    ['a failed send', { unsent: { text: 'Perdida?', failed: true } }, 'Perdida?'],
    ['a pending transfer', { isTransferring: true }, 'Transferência aguardando'],
    ['a finish that waits', { isFinishing: true }, 'Finalização aguardando'],
    [
      'a failed send that a transfer and a finish wait for',
      { unsent: { text: 'Perdida?', failed: true }, isTransferring: true, isFinishing: true },
      'Perdida?',
    ],
    ['the instance alone, in its second line', { around: { ...around, saysInstance: true } }, ticket.instance.name],
    ['who has it', { isTall: true }, `com ${ticket.owner?.name.split(' ')[0]}`],
  ])('%s shows', async (_name, more, expected) => {
    const { container } = await renderKit(<ConversationRow ticket={ticket} {...row} {...more} />);
    expect(container.textContent).toContain(expected);
  });

  it('two messages are on their way -> the later one is shown', async () => {
    function Shown() {
      const [isShown, setShown] = useState(false);
      if (isShown) return <TicketRow ticketId="501" isOpen={false} isTall={false} around={around} />;
      return <button type="button" aria-label="Mostrar" onClick={() => setShown(true)} />;
    }
    const { append, container } = await renderScreen(<Shown />);
    const of = { ticketId: '501', customerId: '101', instanceId: '10' };
    act(() => {
      append({ type: 'ticket.opened', ticketId: '501' });
      append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 1 });
      append({ type: 'message.submitted', message: anOutgoing({ ...of, clientId: 'c-1', text: 'Já vejo' }) });
      append({ type: 'message.submitted', message: anOutgoing({ ...of, clientId: 'c-2', text: 'Achei' }) });
    });
    fireEvent.click(screen.getByRole('button'));
    expect(container.textContent).toContain('Achei');
    expect(container.textContent).not.toContain('Já vejo');
  });

  it('finished without a network -> the row says that it waits, until the network is back', async () => {
    const { append, container } = await renderScreen(
      <TicketRow ticketId="501" isOpen={false} isTall={false} around={around} />,
    );
    act(() => {
      append({ type: 'ticket.opened', ticketId: '501' });
      append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 1 });
      append({ type: 'network.changed', online: false });
    });
    expect(container.textContent).not.toContain('Finalização aguardando');
    act(() => append({ type: 'ticket.finishRequested', ticketId: '501' }));
    expect(container.textContent).toContain('Finalização aguardando');
    act(() => append({ type: 'network.changed', online: true }));
    expect(container.textContent).not.toContain('Finalização aguardando');
  });
});
