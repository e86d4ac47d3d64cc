import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { deliveryOf } from '../../src/views/attendance/chat/chat-items.ts';
import { useIsText } from '../../src/views/app/failure-text.ts';
import { viewOfMessage, viewOfOptimistic } from '../../src/views/attendance/chat/bubble-view.ts';
import { Bubble } from '../../src/views/attendance/chat/Bubble.tsx';
import { useText } from '../../src/views/kit/useText.ts';
import { aMessage, anOutgoing, aRelatedMessage, aSentMessage, START } from '../support/builders.ts';
import { renderKit } from './kit-render.tsx';

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
    for (const words of ['Pedido', '2 × sku-1', 'Mensagem apagada', 'Mensagem vazia'])
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
