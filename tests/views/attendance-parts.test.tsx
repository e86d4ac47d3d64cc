import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { firstUnread } from '../../src/views/attendance/chat/use-unread.ts';
import { closedReason, permanentReason, windowLeft } from '../../src/views/attendance/chat/closed-reason.ts';
import { deliveryOf, layOut, type Surroundings } from '../../src/views/attendance/chat/chat-items.ts';
import { Composer } from '../../src/views/attendance/chat/Composer.tsx';
import { useIsText } from '../../src/views/app/failure-text.ts';
import { viewOfMessage, viewOfOptimistic } from '../../src/views/attendance/chat/bubble-view.ts';
import { Bubble } from '../../src/views/attendance/chat/Bubble.tsx';
import { useText } from '../../src/views/kit/useText.ts';
import { ConversationRow, type RowsAround } from '../../src/views/attendance/list/ConversationRow.tsx';
import type { ThreadLine } from '../../src/machines/entities/entities.ts';
import type { ChatEntry } from '../../src/machines/conversation/conversation.selectors.ts';
import {
  aCustomer,
  aMessage,
  anaViewing,
  anOutgoing,
  aRelatedMessage,
  aSentMessage,
  aTicket,
  brunoViewing,
  carlaViewing,
  START,
} from '../support/builders.ts';
import { line } from '../../models/samples.ts';
import { renderKit } from './kit-render.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const dayKey = (at: number) => new Date(at).toISOString().slice(0, 10);
const entry = (message: ReturnType<typeof aMessage>): ChatEntry => ({ kind: 'message', message });

describe('the conversation’s layout', () => {
  const shape = (entries: readonly ChatEntry[], ticketId?: string, surroundings: Surroundings = {}) =>
    layOut(entries, dayKey, { ...surroundings, ...(ticketId !== undefined && { ticketId }) }).map((item) =>
      item.kind === 'day'
        ? 'day'
        : item.kind === 'mark'
          ? item.mark
          : item.kind === 'line'
            ? `-${item.line.id}`
            : item.kind === 'album'
              ? item.key
              : `${item.head ? '[' : ''}${item.key}${item.tail ? ']' : ''}`,
    );

  it('one side within five minutes -> one group', () => {
    expect(shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START + MINUTE }))])).toEqual([
      'day',
      '[1',
      '2]',
    ]);
  });

  it('the other side, or a pause -> a new group', () => {
    expect(
      shape([
        entry(aMessage({ id: '1', at: START })),
        entry(aSentMessage({ id: '2', at: START + MINUTE, clientId: null })),
        entry(aSentMessage({ id: '3', at: START + 9 * MINUTE, clientId: null })),
      ]),
    ).toEqual(['day', '[1]', '[2]', '[3]']);
  });

  it('midnight -> a day of its own', () => {
    expect(
      shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START + 24 * HOUR }))]),
    ).toEqual(['day', '[1]', 'day', '[2]']);
  });

  it('one that comes late stands under the day it came, and no day is headed twice', () => {
    const at = [START, START - 48 * HOUR, START + MINUTE];
    expect(shape(at.map((moment, index) => entry(aMessage({ id: String(index), at: moment }))))).toEqual([
      'day',
      '[0]',
      '[1]',
      '[2]',
    ]);
  });

  it('a reaction stands on its message, not in a line of its own', () => {
    expect(
      shape([entry(aMessage({ id: '1', at: START })), entry(aMessage({ id: '2', at: START, tag: 'reaction' }))]),
    ).toEqual(['day', '[1]']);
  });

  it('among the customer’s other attendances it says where this one begins and ends', () => {
    const entries = ['497', '500', '502'].map((ticketId, index) =>
      entry(aMessage({ id: String(index), at: START + index * MINUTE, ticketId })),
    );
    expect(shape(entries, '500')).toEqual(['day', '[0]', 'start', '[1]', 'end', '[2]']);
    expect(shape(entries.slice(1, 2), '500')).toEqual(['day', '[1]']);
  });

  const happened = (id: string, afterId: string, changes: Partial<ThreadLine> = {}): ThreadLine =>
    line(id, { afterId, at: START, ticketId: '500', ...changes });

  it('what happened stands behind its message, and parts groups', () => {
    const entries = ['10', '11', '13'].map((id) => entry(aMessage({ id, at: START })));
    const lines = [happened('1', '10'), happened('2', '10'), happened('3', '12'), happened('4', '13')];
    expect(shape(entries, undefined, { lines })).toEqual(['day', '[10]', '-1', '-2', '[11]', '-3', '[13]', '-4']);
  });

  it('what stands before the oldest message waits for the page before it, unless there is none', () => {
    const entries = [entry(aMessage({ id: '10', at: START }))];
    const lines = [happened('1', '0'), happened('2', '9'), happened('3', '10')];
    expect(shape(entries, undefined, { lines })).toEqual(['day', '[10]', '-3']);
    expect(shape(entries, undefined, { lines, isComplete: true })).toEqual(['day', '-1', '-2', '[10]', '-3']);
  });

  it('what is deleted, or of an attendance that the viewer does not see, is left out', () => {
    const entries = [entry(aMessage({ id: '10', at: START }))];
    const lines = [
      happened('1', '10', { deleted: true }),
      happened('2', '10', { ticketId: '501' }),
      happened('3', '10'),
    ];
    expect(shape(entries, undefined, { lines, upTo: '500' })).toEqual(['day', '[10]', '-3']);
  });

  it('the first unread message begins a group, behind the divider', () => {
    const entries = ['10', '11', '12'].map((id) => entry(aMessage({ id, at: START })));
    expect(shape(entries, undefined, { unreadId: '11' })).toEqual(['day', '[10', 'unread', '[11', '12]']);
    expect(firstUnread(entries, 2, null)).toBe('11');
    expect(firstUnread(entries, 2, '11')).toBe('10');
    expect(firstUnread(entries, 0, null)).toBeUndefined();
    expect(firstUnread(entries, 4, null)).toBeUndefined();
  });

  it('an optimistic message and its real twin have the same key', () => {
    const sent = anOutgoing();
    const optimistic: ChatEntry = {
      kind: 'optimistic',
      message: {
        id: sent.tempId,
        clientId: sent.clientId,
        userId: sent.userId,
        text: sent.text,
        tag: 'stop_flow',
        quoted: null,
        submittedAt: START,
      },
    };
    const twin = entry(aSentMessage({ id: '9', clientId: sent.clientId, at: START }));
    expect(shape([optimistic])).toEqual(shape([twin]));
  });
});

describe('whether one can write', () => {
  const standing = {
    ticket: aTicket(),
    receivedAt: START,
    lifecycle: 'open',
    now: START,
    viewer: brunoViewing,
    isGone: false,
  } as const;

  it.each([
    ['within 24 hours', { now: START + 23 * HOUR }, undefined],
    ['after 24 hours', { now: START + 24 * HOUR }, 'error.window.closed'],
    ['the customer never wrote', { receivedAt: null }, 'attendance.closed.unanswered'],
    [
      'an instance without a gateway, whatever the window',
      { now: START + 24 * HOUR, ticket: aTicket({ instance: { id: '1', name: 'Vendas', unofficial: true } }) },
      'error.instance.noGateway',
    ],
    [
      'the customer is blocked',
      { ticket: aTicket({ customer: aCustomer({ blacklisted: true }) }) },
      'error.customer.blacklisted',
    ],
    ['its owner', {}, undefined],
    ['somebody else', { viewer: carlaViewing }, 'error.ticket.notYours'],
    ['an administrator', { viewer: anaViewing }, undefined],
    ['anybody, while nobody has it', { viewer: carlaViewing, ticket: aTicket({ owner: null }) }, undefined],
    ['no longer to be seen, whatever is held of it', { isGone: true }, 'error.ticket.passedOn'],
    ['finished, whatever the window', { lifecycle: 'finished' }, 'attendance.closed.finished'],
  ] as const)('%s', (_name, changes, reason) => {
    expect(closedReason({ ...standing, ...changes })).toBe(reason);
  });

  it('the time to answer in doesn’t become less than none', () => {
    expect(windowLeft(START, START + 48 * HOUR)).toBe(0);
    expect(windowLeft(null, START)).toBe(0);
    expect(windowLeft(null, START, false)).toBeNull();
  });

  it.each([
    ['its owner may', 'error.unknown', undefined, undefined],
    ['somebody else has it', 'error.notFound', 'error.ticket.notYours', 'attendance.passedTo'],
    ['nobody knows who has it', 'error.notFound', 'error.ticket.passedOn', 'error.ticket.passedOn'],
    [
      'finished, and no longer to be seen',
      'error.notFound',
      'attendance.closed.finished',
      'attendance.closed.finished',
    ],
    ['finished, and the next one would take it', 'error.unknown', 'attendance.closed.finished', undefined],
    ['the customer is blocked', 'error.customer.blacklisted', 'error.customer.blacklisted', undefined],
    ['the window is closed', 'error.unknown', 'error.window.closed', 'error.window.closed'],
  ] as const)('a refused message, %s -> whether trying again is of use', (_name, key, closed, reason) => {
    expect(permanentReason(key, closed)).toBe(reason);
  });
});

describe('the composer', () => {
  function Writing({ onSend, initial = '' }: { readonly onSend: (text: string) => void; readonly initial?: string }) {
    const [draft, setDraft] = useState(initial);
    return (
      <Composer
        draft={draft}
        customerName="Luciana"
        viewerId="2"
        quoted={null}
        closed={undefined}
        hasNext={false}
        onChange={setDraft}
        onSend={onSend}
        onDropReply={vi.fn()}
      />
    );
  }

  it('Enter sends what is written without the spaces around it, Shift Enter breaks the line', async () => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} />);
    const user = userEvent.setup();
    await user.type(
      screen.getByRole('textbox', { name: 'Mensagem para Luciana' }),
      'Oi{Shift>}{Enter}{/Shift}tudo bem? {Enter}',
    );
    expect(onSend.mock.calls).toEqual([['Oi\ntudo bem?', false]]);
  });

  it('Ctrl Enter sends and goes on to who waits longest; with nothing written it does nothing', async () => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} />);
    const user = userEvent.setup();
    const field = screen.getByRole('textbox', { name: 'Mensagem para Luciana' });
    await user.type(field, '{Control>}{Enter}{/Control}');
    expect(onSend).not.toHaveBeenCalled();
    await user.type(field, 'Pronto{Control>}{Enter}{/Control}');
    expect(onSend.mock.calls).toEqual([['Pronto', true]]);
  });

  it.each([
    ['spaces', '  \n '],
    ['what has no width', '\u200B \u2060'],
  ])('%s alone are not sent', async (_, initial) => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} initial={initial} />);
    await userEvent.setup().type(screen.getByRole('textbox'), '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
  });

  it('too long -> says by how much, keeps the text, sends nothing', async () => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} initial={'a'.repeat(70_000)} />);
    const field = screen.getByRole('textbox');
    await userEvent.setup().type(field, '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('4.096');
    expect(field).toHaveProperty('value', 'a'.repeat(70_000));
  });

  it('closed -> the reason stands where one would write', async () => {
    await renderKit(
      <Composer
        draft="guardado"
        customerName="Luciana"
        viewerId="2"
        quoted={null}
        closed="Atendimento finalizado."
        hasNext={false}
        onChange={vi.fn()}
        onSend={vi.fn()}
        onDropReply={vi.fn()}
      />,
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Atendimento finalizado.')).toBeTruthy();
  });
});

describe('a bubble', () => {
  const shown = { customerName: 'Luciana', viewerId: '2', head: true, tail: true };
  const unused = { onReply: vi.fn(), onRetry: vi.fn(), onDiscard: vi.fn() };

  function OfMessage({ message }: { readonly message: ReturnType<typeof aMessage> }) {
    const view = viewOfMessage(message, useText(), { customerName: 'Luciana', viewerId: '2', isText: useIsText() });
    return <Bubble view={view} {...shown} {...unused} />;
  }

  function OfOptimistic({ state, ...rest }: { readonly state: 'pending' | 'failed' } & Partial<typeof unused>) {
    const view = viewOfOptimistic(optimistic, useText(), { state, reason: 'sem conexão' });
    return <Bubble view={view} {...shown} {...unused} {...rest} />;
  }

  const sent = anOutgoing({ text: 'Já separei' });
  const optimistic = {
    id: sent.tempId,
    clientId: sent.clientId,
    userId: sent.userId,
    text: sent.text,
    tag: 'stop_flow',
    quoted: aRelatedMessage(),
    submittedAt: START,
  } as const;

  it('markup from a customer stays text', async () => {
    const { container } = await renderKit(
      <OfMessage message={aMessage({ text: '<img src=x onerror=alert(1)> *oi*' })} />,
    );
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(container.querySelector('strong')?.textContent).toBe('oi');
  });

  it('a refused delivery says why', async () => {
    const message = aSentMessage({ errorCode: '131047', errorKey: 'channel.error.window' });
    await renderKit(<OfMessage message={message} />);
    expect(screen.getByText(/Não entregue: Passaram mais de 24 horas/u)).toBeTruthy();
    expect(deliveryOf(message)).toBe('error');
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('a send that was never confirmed isn’t called undelivered, neither in the conversation nor in the list', async () => {
    const message = aSentMessage({ errorCode: 'uncertain', errorKey: 'error.send.uncertain' });
    await renderKit(<OfMessage message={message} />);
    expect(screen.getByText(/^O WhatsApp não confirmou/u)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Envio não confirmado' })).toBeTruthy();
  });

  it('a kind that is not shown yet is named, with its caption', async () => {
    await renderKit(<OfMessage message={aMessage({ tag: 'pdf', documentName: 'nota.pdf', text: 'a nota' })} />);
    expect(screen.getByText('nota.pdf')).toBeTruthy();
    expect(screen.getByText('a nota')).toBeTruthy();
  });

  it('what the provider tells of a kind is named, and so is a text of nothing', async () => {
    await renderKit(
      <>
        <OfMessage message={aMessage({ tag: 'order', text: '2 × sku-1' })} />
        <OfMessage message={aMessage({ tag: 'revoked', text: null })} />
        <OfMessage message={aMessage({ text: ' ' })} />
      </>,
    );
    for (const words of ['Pedido', '2 × sku-1', 'Mensagem apagada pelo cliente', 'Mensagem vazia'])
      expect(screen.getByText(words)).toBeTruthy();
  });

  it('a quote says whose words it is: the customer’s, one’s own, a colleague’s, the bot’s', async () => {
    const quotes = [
      aRelatedMessage(),
      aRelatedMessage({ received: false, author: { id: '2', name: 'Bruno' } }),
      aRelatedMessage({ received: false, author: { id: '3', name: 'Carla' } }),
      aRelatedMessage({ received: false, bot: true }),
    ];
    await renderKit(
      <>
        {quotes.map((quoted) => (
          <OfMessage key={quoted.author?.id ?? `${quoted.received}`} message={aMessage({ quoted })} />
        ))}
      </>,
    );
    const authors = screen.getAllByRole('article').map((line) => line.querySelector('b')?.textContent);
    expect(authors).toEqual(['Luciana', 'Você', 'Carla', 'Assistente']);
  });

  it('a bot’s message is marked', async () => {
    await renderKit(<OfMessage message={aSentMessage({ bot: true })} />);
    expect(screen.getAllByText('Assistente', { exact: false }).length).toBeGreaterThan(0);
  });

  it('failed -> keeps the text, offers to try again and to discard', async () => {
    const onRetry = vi.fn();
    const onDiscard = vi.fn();
    await renderKit(<OfOptimistic state="failed" onRetry={onRetry} onDiscard={onDiscard} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.getByText('Já separei')).toBeTruthy();
    expect(screen.getByText(/Não enviada: sem conexão/u)).toBeTruthy();
    expect([onRetry.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
  });

  it('optimistic -> its real twin: the same element, with the focus it had', async () => {
    function Line({ isReal }: { readonly isReal: boolean }) {
      const text = useText();
      const isText = useIsText();
      const real = aSentMessage({ text: 'Já separei', clientId: sent.clientId });
      const view = isReal
        ? viewOfMessage(real, text, { customerName: 'Luciana', viewerId: '2', isText })
        : viewOfOptimistic(optimistic, text, { state: 'pending', reason: undefined });
      return <Bubble view={view} {...shown} {...unused} />;
    }
    const screenOf = await renderKit(<Line isReal={false} />);
    const line = screen.getByRole('article');
    line.focus();
    screenOf.rerender(<Line isReal />);
    expect(screen.getByRole('article')).toBe(line);
    expect(document.activeElement).toBe(line);
  });
});

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
  });

  it.each([
    ['a draft', { draft: 'Bom dia' }, 'Rascunho: Bom dia'],
    ['a failed send', { unsent: { text: 'Perdida?', failed: true } }, 'Perdida?'],
    ['a pending transfer', { isTransferring: true }, 'Transferência aguardando'],
    ['the instance alone, in its second line', { around: { ...around, saysInstance: true } }, ticket.instance.name],
    ['who has it', { isTall: true }, `com ${ticket.owner?.name.split(' ')[0]}`],
  ])('%s shows', async (_name, more, expected) => {
    const { container } = await renderKit(<ConversationRow ticket={ticket} {...row} {...more} />);
    expect(container.textContent).toContain(expected);
  });
});
