import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { PictureViewer } from '../../src/views/attendance/chat/media/PictureViewer.tsx';
import { media } from '../../models/samples.ts';
import { START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const pictures = [
  { id: '1', isVideo: false, label: 'Imagem de Ana', caption: '  ', at: START },
  { id: '2', isVideo: true, label: 'Vídeo de Ana', caption: 'Veja *isto*', at: START },
  { id: '3', isVideo: false, label: 'Imagem de Rui', caption: null, at: START },
];
const areas = { loaded: [conversationArea], failure: undefined, request: () => undefined };

/** The viewer as somebody opens and closes it. */
function Opened({ shown, firstId }: { readonly shown: typeof pictures; readonly firstId: string }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <AreasContext value={areas}>
      {isOpen && <PictureViewer pictures={shown} firstId={firstId} onClose={() => setOpen(false)} />}
    </AreasContext>
  );
}

async function view(firstId = '1', shown = pictures) {
  const rendered = await renderScreen(<Opened shown={shown} firstId={firstId} />);
  const load = (id: string) =>
    act(async () => {
      const { request = 0 } = rendered.given('media.fetch').findLast(({ messageId }) => messageId === id) ?? {};
      rendered.append({ type: 'media.loaded', messageId: id, request, media: media({ url: `/m/${id}` }) });
      await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    });
  const dialog = screen.getByRole('dialog');
  const step = (name: string) => within(dialog).getByRole('button', { name });
  return { ...rendered, load, dialog, step, tester: userEvent.setup() };
}
const shown = (name: string) => screen.queryByRole('dialog', { name }) !== null;

test('the arrows go as far as there are pictures, and the buttons say where they end', async () => {
  const { step, tester } = await view();
  const ends = () =>
    ['Imagem anterior', 'Próxima imagem'].map((name) => step(name).getAttribute('aria-disabled') ?? 'false');
  expect(ends()).toEqual(['true', 'false']);
  await tester.keyboard('{ArrowLeft}');
  expect(shown('Imagem de Ana')).toBe(true);
  await tester.click(step('Próxima imagem'));
  expect(shown('Vídeo de Ana')).toBe(true);
  expect(ends()).toEqual(['false', 'false']);
  await tester.keyboard('{ArrowRight}{ArrowRight}');
  expect(shown('Imagem de Rui')).toBe(true);
  expect(ends()).toEqual(['false', 'true']);
  await tester.click(step('Imagem anterior'));
  expect(screen.getByText('2 de 3')).toBeTruthy();
});

test('arrows with other keys are the browser’s, and on a video they are its own', async () => {
  const { load, dialog, tester } = await view('2');
  await load('2');
  await tester.keyboard('{Alt>}{ArrowRight}{/Alt}{Control>}{ArrowRight}{/Control}{Meta>}{ArrowRight}{/Meta}');
  expect(shown('Vídeo de Ana')).toBe(true);
  const video = dialog.querySelector('video') ?? expect.unreachable();
  expect(fireEvent.keyDown(video, { key: 'ArrowRight' })).toBe(true);
  expect(shown('Vídeo de Ana')).toBe(true);
  expect(fireEvent.keyDown(dialog, { key: 'ArrowRight' })).toBe(false);
  expect(shown('Imagem de Rui')).toBe(true);
});

test('a caption is shown with its marks, one of blanks isn’t; a single picture has no arrows, and one without a chat no way to it', async () => {
  const { dialog, tester, unmount } = await view();
  const words = () => dialog.querySelector('[data-text]')?.textContent;
  expect(words()).toBeUndefined();
  await tester.keyboard('{ArrowRight}');
  expect(words()).toBe('Veja isto');
  unmount();
  const [only] = pictures;
  await view('1', only === undefined ? [] : [only]);
  expect(screen.queryByRole('button', { name: 'Próxima imagem' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mostrar na conversa' })).toBeNull();
});

test('until it is there it can’t be downloaded, and until it is drawn it says that it loads', async () => {
  const { load, dialog } = await view();
  const download = within(dialog).getByRole('button', { name: 'Baixar' });
  expect(download).toHaveProperty('disabled', true);
  await load('1');
  expect(download).toHaveProperty('disabled', false);
  const loading = { name: 'Carregando o arquivo…' };
  expect(within(dialog).getByRole('status', loading)).toBeTruthy();
  fireEvent.load(within(dialog).getByRole('img', { name: 'Imagem de Ana' }));
  expect(within(dialog).queryByRole('status', loading)).toBeNull();
});

test('closed -> the arrows are the page’s again', async () => {
  const { load, tester } = await view();
  await load('1');
  await tester.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const key of ['ArrowLeft', 'ArrowRight', '+', 'r', '0'])
    expect(fireEvent.keyDown(document.body, { key })).toBe(true);
});
