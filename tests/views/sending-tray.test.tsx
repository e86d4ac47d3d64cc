import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { FilesTray } from '../../src/views/attendance/chat/sending/FilesTray.tsx';
import { renderScreen } from './administration-support.tsx';

beforeAll(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

const picture = new File(['x'], 'foto.png', { type: 'image/png' });

async function openTray(draft: string, file = picture, instance: { readonly gateway?: true } = {}) {
  const drafts: string[] = [];
  const sent: string[] = [];
  const view = await renderScreen(
    <FilesTray
      added={[{ file, name: file.name, picture: null }]}
      instance={instance}
      onAdd={() => undefined}
      draft={draft}
      onDraft={(text) => drafts.push(text)}
      onSend={({ text }) => {
        sent.push(text);
        return 'client-1';
      }}
      onClose={() => undefined}
    />,
  );
  return { view, drafts, sent };
}

it('captioned -> the conversation is closed under it: the caption goes back into the composer', async () => {
  const { view, drafts } = await openTray('Segue');
  await userEvent.type(screen.getByLabelText('Legenda'), ' a foto');
  view.unmount();
  expect(drafts).toEqual(['Segue a foto']);
});

it('nothing was typed -> closed: the draft stays as it is', async () => {
  const { view, drafts } = await openTray('Segue');
  expect(screen.getByRole('button', { name: 'Remover foto.png' })).toBeTruthy();
  view.unmount();
  expect(drafts).toEqual([]);
});

it('sent -> its caption was sent with it, and does not come back', async () => {
  const { view, drafts, sent } = await openTray('');
  await userEvent.type(screen.getByLabelText('Legenda'), 'A foto{Enter}');
  view.unmount();
  expect(sent).toEqual(['A foto']);
  expect(drafts).toEqual([]);
});

it('where Ctrl Enter sends, it sends a captioned file too, and Enter doesn’t', async () => {
  const { view, sent } = await openTray('');
  act(() => view.append({ type: 'modSends.toggled' }));
  await userEvent.type(screen.getByLabelText('Legenda'), 'A foto{Enter}');
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Legenda'), '{Control>}{Enter}{/Control}');
  expect(sent).toEqual(['A foto']);
});

it('a ZIP -> by a gateway it is sent; by Meta’s API it is said that it isn’t taken', async () => {
  const zip = new File(['PK'], 'tudo.zip');
  const gateway = await openTray('', zip, { gateway: true });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(gateway.sent).toEqual(['']);
  gateway.view.unmount();
  const meta = await openTray('', zip);
  screen.getByText('A API oficial do WhatsApp não aceita o formato de tudo.zip.', { exact: false });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(meta.sent).toEqual([]);
});

it('the page is closed -> the browser asks first; without a file it doesn’t', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { view } = await openTray('');
  expect(asks()).toBe(true);
  view.unmount();
  expect(asks()).toBe(false);
});
