import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { Media } from '../../src/machines/entities/media.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { AppProvider } from '../../src/views/app/app-context.tsx';
import { MessageFile } from '../../src/views/attendance/chat/media/MessageFile.tsx';
import { VoiceBar } from '../../src/views/attendance/chat/media/VoiceBar.tsx';
import { hasFile } from '../../src/views/attendance/chat/has-file.ts';
import { mediaTimer } from '../../src/machines/media/media.machine.ts';
import { selectAudioSpeed } from '../../src/machines/shell/shell.preferences.selectors.ts';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { media, noMedia } from '../../models/samples.ts';
import { START, aFailure, aMessage, aTicket } from '../support/builders.ts';
import { renderKit } from './kit-render.tsx';
import { noFiles } from '../support/no-files.ts';

// The viewer's code is loaded first.

const Where = () => <output>{useLocation().pathname}</output>;

const ready = media();

/** Messages of a conversation, each with its file. */
const show = (...messages: readonly Message[]) => showPage(messages, true);

/** Those of `drawn` are drawn, which are the messages of the page unless others are named. */
async function showPage(messages: readonly Message[], complete: boolean, drawn = messages) {
  const commands: Command[] = [];
  const clock = { now: START };
  const app = createApp({ now: () => clock.now, onCommand: (command) => void commands.push(command) });
  const append = (event: AppEvent) =>
    act(async () => {
      app.append(event);
      await Promise.resolve();
    });
  app.append(opened(aStoredSession()));
  const ticket = aTicket({ id: image.ticketId });
  const of = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  app.append({ type: 'chat.listed', ...of, request: 1, older: false, items: messages, complete });
  const conversation = app.directory.conversation(conversationKey(of.customerId, of.instanceId));
  if (conversation === undefined) throw new Error('The conversation isn’t held');
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => app.append(event),
    now: () => clock.now,
    ownNow: () => clock.now,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: { ...noFiles, peaks: async (id: string) => (id === '103' ? [0.25, 1, 0.5] : null) },
    prepareAdministration: () => Promise.reject(new Error('not here')),
    prepareReport: () => Promise.reject(new Error('not here')),
  };
  const names = { author: 'Luciana', customerName: 'Luciana' };
  const view = await renderKit(
    <AppProvider app={handle}>
      {drawn.map((message) => (
        <div key={message.id} data-message={message.id} tabIndex={-1} data-testid={`line-${message.id}`}>
          <MessageFile {...names} conversation={conversation} message={message} ticketId={ticket.id} />
        </div>
      ))}
    </AppProvider>,
  );
  const asked = (id: string) =>
    commands.flatMap((command) => (command.type === 'media.fetch' && command.messageId === id ? [command] : []));
  const requestOf = (id: string) => asked(id).at(-1)?.request ?? 0;
  const answer = async (id: string, file: Media) => {
    await append({ type: 'media.loaded', messageId: id, request: requestOf(id), media: file });
    await nextFrame();
  };
  const fail = async (id: string, code: 'NETWORK' | 'NOT_FOUND' | 'INTERNAL') => {
    await append({ type: 'media.loadFailed', messageId: id, request: requestOf(id), failure: aFailure({ code }) });
    await nextFrame();
  };
  await nextFrame();
  return { app, append, answer, asked, clock, commands, fail, of, ...view };
}

/** A change of the registry is drawn with the next frame. */
async function nextFrame(): Promise<void> {
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}

const image = aMessage({ id: '101', tag: 'image', text: 'Olha só' });
const other = aMessage({ id: '102', tag: 'image', text: null });
const voice = aMessage({ id: '103', tag: 'audio', text: null });
const pdf = aMessage({ id: '104', tag: 'pdf', text: null, documentName: 'Boleto março.pdf' });

it('received files, and images that were sent, may have a file', () => {
  expect(hasFile(aMessage({ tag: 'audio' }))).toBe(true);
  expect(hasFile(aMessage({ tag: 'audio', received: false }))).toBe(false);
  expect(hasFile(aMessage({ tag: 'image', received: false }))).toBe(true);
  expect(hasFile(aMessage({ tag: 'location' }))).toBe(false);
});

it('the server says whether there is a file', () => {
  expect(hasFile(aMessage({ tag: 'audio', received: false, hasFile: true }))).toBe(true);
  expect(hasFile(aMessage({ tag: 'image', received: false, hasFile: false }))).toBe(false);
});

describe('while there is no file', () => {
  it('shown -> asked for; gone from the screen -> forgotten', async () => {
    const { app, asked, answer, unmount } = await show(image);
    expect(asked('101')).toHaveLength(1);
    expect(screen.getByRole('status', { name: 'Carregando o arquivo…' })).toBeTruthy();
    await answer('101', ready);
    unmount();
    expect(app.directory.media('101')).toBeUndefined();
  });

  it.each([
    ['fetching', 'Buscando o arquivo no WhatsApp…'],
    ['expired', 'O arquivo não está mais disponível no WhatsApp.'],
    ['refused', 'Bloqueado por segurança: o conteúdo não é do tipo anunciado. Peça para enviar de novo.'],
    ['failed', 'Não deu para carregar o arquivo.'],
  ] as const)('%s -> says so', async (state, words) => {
    const { answer } = await show(image, voice, pdf);
    for (const id of ['101', '103', '104']) await answer(id, noMedia(state));
    expect(screen.getAllByText(words)).toHaveLength(3);
    expect(screen.queryAllByRole('button', { name: 'Tentar de novo' })).toHaveLength(
      state === 'failed' || state === 'expired' ? 3 : 0,
    );
  });

  it('fetched for longer than a file takes -> says that the provider hasn’t delivered it, and is tried again at once', async () => {
    const { answer, append, asked } = await show(image);
    for (let answers = 0; answers < 5; answers += 1) {
      if (answers > 0) await append({ type: 'timer.fired', timer: mediaTimer('101') });
      expect(screen.queryByText('O WhatsApp ainda não entregou o arquivo. Continuamos tentando.')).toBeNull();
      await answer('101', noMedia('fetching'));
    }
    expect(screen.getByText('O WhatsApp ainda não entregou o arquivo. Continuamos tentando.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(asked('101').at(-1)).toMatchObject({ retry: true });
    expect(document.activeElement).toBe(screen.getByTestId('line-101'));
    expect(screen.getByText('Buscando o arquivo no WhatsApp…')).toBeTruthy();
  });

  it.each([
    ['tooLarge', 'O arquivo é maior do que o WhatsApp permite. Peça um menor.'],
    ['content', 'Bloqueado por segurança: o conteúdo não é do tipo anunciado. Peça para enviar de novo.'],
    ['damaged', 'O arquivo chegou danificado. Peça para enviar de novo.'],
  ] as const)('refused as %s -> says why', async (refusal, words) => {
    const { answer } = await show(image);
    await answer('101', { ...noMedia('refused'), refusal });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('not given by the provider, then retried -> it is asked again', async () => {
    const { answer, asked } = await show(image);
    await answer('101', noMedia('expired'));
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(asked('101').at(-1)).toMatchObject({ retry: true });
  });

  it('failed, then retried by the keyboard -> asked again, and the focus stays on its message', async () => {
    const { answer, asked } = await show(image);
    await answer('101', noMedia('failed'));
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(asked('101').at(-1)).toMatchObject({ retry: true });
    expect(document.activeElement).toBe(screen.getByTestId('line-101'));
  });

  it('offline -> says so, and asks again when the network is back', async () => {
    const { append, asked, fail } = await show(image);
    await fail('101', 'NETWORK');
    expect(screen.getByText('O arquivo carrega quando a conexão voltar.')).toBeTruthy();
    await append({ type: 'network.changed', online: true });
    expect(asked('101')).toHaveLength(2);
  });

  it('a message without a file -> its placeholder', async () => {
    const { fail } = await show(pdf);
    await fail('104', 'NOT_FOUND');
    expect(screen.getByText('Boleto março.pdf')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an image', () => {
  it('has its proportions before it is loaded; 240 by 180 where they are unknown', async () => {
    const { answer } = await show(image, other);
    await answer('101', ready);
    await answer('102', { ...ready, width: null, height: null });
    const [first, second] = screen.getAllByRole('button', { name: 'Ampliar imagem de Luciana' });
    expect(first?.style).toMatchObject({ width: '280px', aspectRatio: '280 / 210' });
    expect(second?.style).toMatchObject({ width: '240px', aspectRatio: '240 / 180' });
  });

  it('does not load -> a new address once, then it failed', async () => {
    const { answer, asked } = await show(image);
    await answer('101', ready);
    const picture = () => within(screen.getByTestId('line-101')).getByRole('presentation');
    fireEvent.error(picture());
    expect(asked('101')).toHaveLength(2);
    await answer('101', { ...ready, previewUrl: '/m/2/preview' });
    expect(picture().getAttribute('src')).toBe('/m/2/preview');
    fireEvent.error(picture());
    await nextFrame();
    expect(screen.getByText('Não deu para carregar o arquivo.')).toBeTruthy();
  });

  it('Enter -> the viewer; arrows -> the other images; Escape -> closed, the focus back', async () => {
    const { answer } = await show(image, other);
    await answer('101', ready);
    await answer('102', { ...ready, url: '/m/2' });
    const [first] = screen.getAllByRole('button', { name: 'Ampliar imagem de Luciana' });
    first?.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    const shown = () => within(dialog).getByRole('img', { name: 'Imagem de Luciana' }).getAttribute('src');
    expect(shown()).toBe('/m/1');
    expect(within(dialog).getByText('Olha só')).toBeTruthy();
    expect(within(dialog).getByText('1 de 2')).toBeTruthy();
    const look = () => within(dialog).getByRole('img', { name: 'Imagem de Luciana' }).style.transform;
    await userEvent.keyboard('r+');
    expect(look()).toContain('rotate(90deg) scale(1.5)');
    await userEvent.keyboard('{ArrowRight}');
    await nextFrame();
    expect(shown()).toBe('/m/2');
    // Each picture begins as it fits.
    expect(look()).toContain('rotate(0deg) scale(1)');
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    await nextFrame();
    expect(shown()).toBe('/m/1');
    expect(within(dialog).getByRole('button', { name: 'Baixar' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(first));
  });
});

it('before the first picture -> older messages load, page after page, until there is one', async () => {
  const { answer, append, commands, of } = await showPage([image], false);
  await answer('101', ready);
  screen.getByRole('button', { name: 'Ampliar imagem de Luciana' }).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  await userEvent.keyboard('{ArrowLeft}');
  const fetches = () => commands.flatMap((each) => (each.type === 'chat.fetch' ? each : []));
  const page = (items: readonly Message[], complete: boolean) =>
    append({ type: 'chat.listed', ...of, request: fetches().at(-1)?.request ?? 0, older: true, items, complete });
  expect(within(dialog).getByRole('status', { name: 'Carregando mensagens anteriores' })).toBeTruthy();
  await page([aMessage({ id: '92', text: 'Sem foto' })], false);
  expect(fetches().map(({ beforeId }) => beforeId)).toEqual([null, '101', '92']);
  await page([aMessage({ id: '90', tag: 'image', text: 'A primeira' })], true);
  expect(within(dialog).getByText('A primeira')).toBeTruthy();
  expect(within(dialog).getByText('1 de 2')).toBeTruthy();
});

it('after the last picture, where one jumped to old messages -> newer ones load, page after page, up to the newest', async () => {
  const old = aMessage({ id: '50', tag: 'image', text: 'A antiga' });
  const { answer, append, commands, of } = await showPage([image], false, [old]);
  const fetches = () => commands.flatMap((each) => (each.type === 'chat.fetch' ? each : []));
  const page = (items: readonly Message[], latest: boolean) =>
    append({
      type: 'chat.listed',
      ...of,
      request: fetches().at(-1)?.request ?? 0,
      older: false,
      items,
      complete: true,
      latest,
    });
  await append({ type: 'chat.sought', ticketId: image.ticketId, messageId: '50' });
  await page([old], false);
  await answer('50', ready);
  screen.getByRole('button', { name: 'Ampliar imagem de Luciana' }).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('A antiga')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}');
  expect(within(dialog).getByRole('status', { name: 'Carregando as mensagens seguintes…' })).toBeTruthy();
  await page([aMessage({ id: '60', text: 'Sem foto' })], false);
  expect(fetches().map(({ afterId }) => afterId ?? null)).toEqual([null, null, '50', '60']);
  await page([aMessage({ id: '70', text: 'Também não' })], true);
  expect(within(dialog).getByText('Olha só')).toBeTruthy();
  expect(within(dialog).getByText('2 de 2')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Próxima imagem' }).getAttribute('aria-disabled')).toBe('true');
});

describe('what this browser does not show', () => {
  it('too large for a preview -> a card for the download that says why, and no element decodes it', async () => {
    const { answer, container } = await show(image, aMessage({ id: '106', tag: 'sticker', text: null }));
    for (const id of ['101', '106'])
      await answer(id, { ...ready, width: 20_000, height: 20_000, previewUrl: null, bytes: 6_300_000 });
    const link = within(screen.getByTestId('line-101')).getByRole('link', { name: /^Baixar Foto/u });
    expect(link.getAttribute('href')).toBe('/m/1');
    expect(link.hasAttribute('download')).toBe(true);
    const why = 'Imagem grande demais para mostrar aqui. Baixe para abrir.';
    expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    expect(screen.getAllByText(why)).toHaveLength(2);
    expect(container.querySelector('img')).toBeNull();
  });

  it('in the viewer -> the same words', async () => {
    const { answer } = await show(image, other);
    await answer('101', ready);
    await answer('102', { ...ready, width: 20_000, height: 20_000, previewUrl: null });
    screen.getByRole('button', { name: 'Ampliar imagem de Luciana' }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    await userEvent.keyboard('{ArrowRight}');
    await nextFrame();
    expect(within(dialog).getByText(/grande demais/u)).toBeTruthy();
    expect(within(dialog).queryByRole('img')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Baixar' })).toBeTruthy();
  });

  it('a sound that it can’t play -> a download with a sentence instead of a retry', async () => {
    const { answer, container } = await show(voice);
    const amr = { ...ready, mimeType: 'audio/amr', width: null, height: null, previewUrl: null };
    await answer('103', amr);
    fireEvent.error(container.querySelector('audio') ?? container);
    await answer('103', { ...amr, url: '/m/2' });
    fireEvent.error(container.querySelector('audio') ?? container);
    await nextFrame();
    expect(screen.getByRole('link', { name: /^Baixar/u }).getAttribute('href')).toBe('/m/2');
    expect(screen.getByText(/Este navegador não consegue abrir/u)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an audio', () => {
  const play = vi.fn<() => void>();
  beforeEach(() => {
    // jsdom plays nothing.
    vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
      return this.dataset['playing'] === undefined;
    });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      play();
      this.dataset['playing'] = '';
      fireEvent.play(this);
      return Promise.resolve();
    });
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      delete this.dataset['playing'];
      fireEvent.pause(this);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    play.mockClear();
  });

  it('plays on request only, and one at a time', async () => {
    const { answer } = await show(voice, { ...voice, id: '105' });
    await answer('103', ready);
    await answer('105', { ...ready, url: '/m/5' });
    expect(play).not.toHaveBeenCalled();
    const [first, second] = screen.getAllByRole('group', { name: 'Áudio de Luciana' });
    if (first === undefined || second === undefined) throw new Error('Two players expected');
    await userEvent.click(within(first).getByRole('button', { name: 'Reproduzir' }));
    expect(within(first).getByRole('button', { name: 'Pausar' })).toBeTruthy();
    await userEvent.click(within(second).getByRole('button', { name: 'Reproduzir' }));
    expect(within(first).getByRole('button', { name: 'Reproduzir' })).toBeTruthy();
    expect(within(second).getByRole('button', { name: 'Pausar' })).toBeTruthy();
  });

  it('has a position and a speed that keys change', async () => {
    const { answer, container } = await show(voice);
    await answer('103', ready);
    const audio = container.querySelector('audio');
    if (audio === null) throw new Error('A player expected');
    fireEvent.change(screen.getByRole('slider', { name: 'Posição do áudio' }), { target: { value: '1' } });
    expect(audio.currentTime).toBe(1);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:01 de 0:00');
    vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(9);
    fireEvent.loadedMetadata(audio);
    screen.getByRole('slider').focus();
    for (const [key, seconds] of [
      ['ArrowRight', 6],
      ['ArrowRight', 9],
      ['ArrowLeft', 4],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect(audio.currentTime).toBe(seconds);
    }
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:04 de 0:09');
    for (const speed of [1.5, 2, 1]) {
      screen.getByRole('button', { name: /^Velocidade/ }).focus();
      await userEvent.keyboard('{Enter}');
      expect(audio.playbackRate).toBe(speed);
    }
  });

  it('shows how loud it is where that is known; the same speed for all, also of those shown later', async () => {
    const { answer, app, container } = await show(voice, { ...voice, id: '105' });
    await answer('103', ready);
    await userEvent.click(screen.getByRole('button', { name: /^Velocidade: 1×/ }));
    expect(selectAudioSpeed(app.directory.shell.getSnapshot())).toBe(1.5);
    await answer('105', ready);
    const bars = [...container.querySelectorAll('[data-message]')].map((line) =>
      line.querySelector('svg[preserveAspectRatio] path'),
    );
    expect(bars.map((path) => path?.getAttribute('d')?.match(/M/gu)?.length)).toEqual([3, 48]);
    expect(screen.getAllByRole('button', { name: 'Velocidade: 1,5×' })).toHaveLength(2);
  });

  it('at its end the next one of the same sender follows, and none after another message', async () => {
    const mine = aMessage({ id: '108', tag: 'audio', text: null, received: false, hasFile: true });
    const { answer, container } = await show(voice, { ...voice, id: '105' }, mine);
    const audioOf = (id: string) => {
      const found = container.querySelector<HTMLAudioElement>(`[data-message="${id}"] audio`);
      if (found === null) throw new Error('A player expected');
      return found;
    };
    for (const id of ['103', '105', '108']) await answer(id, ready);
    await userEvent.click(screen.getAllByRole('button', { name: 'Reproduzir' })[0] ?? container);
    fireEvent.ended(audioOf('103'));
    expect(['103', '105', '108'].map((id) => audioOf(id).paused)).toEqual([true, false, true]);
    fireEvent.ended(audioOf('105'));
    expect(audioOf('108').paused).toBe(true);
  });

  it('its conversation left while it plays -> it plays on in a bar, which leads back; come back -> it goes on there', async () => {
    const left = await show(voice);
    await left.answer('103', ready);
    await userEvent.click(screen.getByRole('button', { name: 'Reproduzir' }));
    const audio = left.container.querySelector('audio');
    if (audio === null) throw new Error('A player expected');
    left.unmount();
    expect([audio.isConnected, audio.paused]).toEqual([true, false]);
    const bar = await renderKit(
      <>
        <VoiceBar />
        <Where />
      </>,
    );
    const region = within(screen.getByRole('region', { name: 'Áudio de outra conversa' }));
    fireEvent.change(region.getByRole('slider'), { target: { value: '1' } });
    expect(audio.currentTime).toBe(1);
    await userEvent.click(region.getByRole('button', { name: 'Pausar' }));
    expect(audio.paused).toBe(true);
    await userEvent.click(region.getByRole('button', { name: 'Reproduzir' }));
    await userEvent.click(region.getByRole('button', { name: 'Voltar ao áudio de Luciana' }));
    expect(bar.container.textContent).toContain(`/chat/${voice.ticketId}`);
    const back = await show(voice);
    await back.answer('103', ready);
    expect(bar.container.querySelector('[role="region"]')).toBeNull();
    expect(audio.isConnected).toBe(false);
    expect(back.container.querySelector('audio')?.paused).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Pausar' }));
  });

  it('its address ran out -> played with a new one', async () => {
    const { answer, asked, clock } = await show(voice);
    await answer('103', ready);
    clock.now += 700_000;
    await userEvent.click(screen.getByRole('button', { name: 'Reproduzir' }));
    expect(play).not.toHaveBeenCalled();
    expect(asked('103')).toHaveLength(2);
    await answer('103', { ...ready, url: '/m/new', expiresAt: clock.now + 600_000 });
    expect(play).toHaveBeenCalledTimes(1);
  });
});

describe('a document', () => {
  it('a PDF -> its first page over its name, in a place that is kept until it is there', async () => {
    const { answer, append, clock, container } = await show(pdf);
    const place = () => container.querySelector('[data-page]');
    expect(place()?.childElementCount).toBe(0);
    await answer('104', noMedia('fetching'));
    expect(place()?.childElementCount).toBe(0);
    await append({ type: 'timer.fired', timer: mediaTimer('104') });
    const withPage = { ...ready, mimeType: 'application/pdf', width: null, height: null };
    await answer('104', withPage);
    const page = () => within(screen.getByRole('link', { name: /^Abrir Boleto março.pdf/u })).getByRole('presentation');
    expect(page().getAttribute('src')).toBe(withPage.previewUrl);
    // Its address ran out: there is a new one. It can't be loaded: the file can be opened all the same.
    clock.now += 700_000;
    fireEvent.error(page());
    await answer('104', { ...withPage, previewUrl: '/m/2/preview', expiresAt: clock.now + 600_000 });
    expect(page().getAttribute('src')).toBe('/m/2/preview');
    fireEvent.error(page());
    expect(place()).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/m/1');
  });

  it('without a first page, or not to be had -> no place for it', async () => {
    const { answer, container } = await show(pdf, { ...pdf, id: '105' }, { ...pdf, id: '106', tag: 'doc' });
    expect(container.querySelectorAll('[data-page]')).toHaveLength(2);
    await answer('104', { ...ready, mimeType: 'application/pdf', previewUrl: null });
    await answer('105', noMedia('expired'));
    expect(container.querySelector('[data-page]')).toBeNull();
  });

  it('a PDF -> its name, kind and size, and it opens in a new tab', async () => {
    const { answer } = await show(pdf);
    await answer('104', { ...ready, mimeType: 'application/pdf', previewUrl: null });
    const link = screen.getByRole('link', { name: 'Abrir Boleto março.pdf em nova aba, PDF · 1,2 MB' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toBe('/m/1');
  });

  it('another -> it is downloaded; with an address that ran out, once there is a new one', async () => {
    const { answer, asked, clock } = await show({ ...pdf, tag: 'doc', documentName: 'Lista.xlsx' });
    await answer('104', { ...ready, mimeType: 'application/vnd.ms-excel', previewUrl: null, bytes: 20_400 });
    const link = screen.getByRole('link', { name: 'Baixar Lista.xlsx, XLSX · 20 kB' });
    expect(link.getAttribute('download')).toBe('Lista.xlsx');
    const downloaded: string[] = [];
    // After React, which listens at the root.
    const follow = (event: MouseEvent) => {
      if (!event.defaultPrevented) downloaded.push(link.getAttribute('href') ?? '');
      event.preventDefault();
    };
    window.addEventListener('click', follow);
    onTestFinished(() => window.removeEventListener('click', follow));
    clock.now += 700_000;
    await userEvent.click(link);
    expect(downloaded).toEqual([]);
    expect(asked('104')).toHaveLength(2);
    await answer('104', {
      ...ready,
      mimeType: 'application/vnd.ms-excel',
      url: '/m/new',
      expiresAt: clock.now + 600_000,
    });
    expect(downloaded).toEqual(['/m/new']);
  });
});

it('a sticker -> 160 pixels, without a frame; a video -> its first frame and length, and controls once it is played', async () => {
  const { answer, container } = await show(
    aMessage({ id: '106', tag: 'sticker', text: null }),
    aMessage({ id: '107', tag: 'video', text: null }),
  );
  await answer('106', ready);
  await answer('107', { ...ready, url: '/m/7' });
  const sticker = screen.getByRole('img', { name: 'Figurinha de Luciana' });
  expect(sticker.dataset['sticker']).toBe('');
  // The whole file, which may move; the still preview for who wants less of it.
  expect(sticker.getAttribute('src')).toBe('/m/1');
  expect(container.querySelector('source[media*="reduce"]')?.getAttribute('srcset')).toBe('/m/1/preview');
  const video = container.querySelector('video');
  // Its beginning alone is loaded.
  expect([video?.getAttribute('src'), video?.preload, video?.controls]).toEqual(['/m/7#t=0.1', 'metadata', false]);
  if (video === null) return expect.unreachable();
  const play = vi.spyOn(video, 'play').mockResolvedValue();
  Object.defineProperty(video, 'duration', { value: 83.4 });
  fireEvent.loadedMetadata(video);
  fireEvent.click(screen.getByRole('button', { name: 'Assistir: Vídeo de Luciana 1:23' }));
  expect([video.controls, play.mock.calls.length, document.activeElement]).toEqual([true, 1, video]);
});
