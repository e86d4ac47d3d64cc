import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MessageTemplate } from '../../src/machines/entities/customers.ts';
import { loadLate, open, template, templatesPage } from './template-support.tsx';

beforeAll(loadLate);

const ofCard = (at: number, fileName: string | null): MessageTemplate['cards'][number] => ({
  headerFile: 'image',
  fileName,
  body: 'Sofá de {{1}} lugares.',
  buttons: ['Ver'],
  variables: [
    { key: `card.${at}.1`, part: 'card', name: '1', example: 'três' },
    { key: `card.${at}.button.0`, part: 'button', name: 'Ver', example: null },
  ],
});

describe('a carousel', () => {
  it('each card has its example or an own file, and its variables; nothing is sent before all is there and uploaded', async () => {
    const { append, answer, commands, submitted, user } = await open(0);
    const chooser = within(await screen.findByRole('region', { name: 'Escolher modelo' }));
    const cards = [ofCard(0, 'sofa.png'), ofCard(1, null)];
    await answer(templatesPage([template({ name: 'vitrine', body: 'Novidades.', variables: [], cards })]));
    await user.click(await chooser.findByRole('radio'));
    const first = chooser.getByRole('group', { name: 'Imagem do cartão 1' });
    expect(within(first).getByText('sofa.png (exemplo do modelo)')).toBeTruthy();
    const send = () => user.click(chooser.getByRole('button', { name: 'Enviar modelo' }));
    await send();
    const second = chooser.getByRole('group', { name: 'Imagem do cartão 2' });
    expect(within(second).getByText('Escolha o arquivo deste cartão.')).toBeTruthy();
    expect(chooser.getAllByText('Preencha este campo.')).toHaveLength(4);
    for (const number of [1, 2]) {
      await user.type(chooser.getByRole('textbox', { name: `Cartão ${number}, variável 1` }), 'dois');
      await user.type(chooser.getByRole('textbox', { name: `Cartão ${number}, botão “Ver”` }), 'sofa');
    }
    const file = new File(['GIF89a\x01\0\x01\0'], 'mesa.gif', { type: 'image/gif' });
    const input = second.querySelector<HTMLInputElement>('input[data-file-field]') ?? expect.unreachable();
    await user.upload(input, file);
    const upload = () =>
      commands.findLast((each) => each.type === 'form.save' && each.form === 'campaign.file') ?? expect.unreachable();
    await waitFor(() => expect(upload()).toMatchObject({ values: { file_name: 'mesa.gif' } }));
    await send();
    expect(submitted).toEqual([]);
    const save = upload();
    if (save.type !== 'form.save') throw new Error('Nothing is uploaded');
    append({
      type: 'form.saved',
      form: save.form,
      key: save.key,
      request: save.request,
      id: '77',
      version: null,
      lists: [],
    });
    await waitFor(() => expect(within(second).getByText('mesa.gif')).toBeTruthy());
    const shown = within(chooser.getByRole('list', { name: 'Carrossel' })).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'sofa.pngSofá de dois lugares.Ver',
      'mesa.gifSofá de dois lugares.Ver',
    ]);
    await send();
    expect(submitted).toHaveLength(1);
    expect(submitted[0]).toMatchObject({
      text: 'Novidades.\n\n*1/2* Sofá de dois lugares.\n\n*2/2* Sofá de dois lugares.',
      template: {
        id: '7',
        values: {
          'card.0.1': 'dois',
          'card.0.button.0': 'sofa',
          'card.1.1': 'dois',
          'card.1.button.0': 'sofa',
          'file.1': '77',
        },
      },
    });
  });
});
