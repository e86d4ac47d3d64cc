import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CampaignPage } from '../../src/views/administration/campaigns/CampaignPage.tsx';
import { renderScreen } from './administration-support.tsx';
import { natal } from './campaign-support.ts';
import { draft, openWizard, template } from './campaign-wizard-support.tsx';

const text = { ...draft, template_id: null, message: 'Olá!', variables: [] };

it('a text with a file, or a file alone: its kinds and limits are said before, it is seen in the preview, and taken back', async () => {
  const view = await openWizard('70', text, '2');
  const tester = userEvent.setup({ applyAccept: false });
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem: Texto livre$/u }));
  const field = within(screen.getByRole('group', { name: 'Arquivo (opcional)' }));
  const input = () => view.container.querySelector<HTMLInputElement>('input[data-file-field]') ?? view.container;
  expect(field.getByText(/até 25 MB.*até 16 MB.*até 16 MB.*até 100 MB.*no máximo 1\.024/u)).toBeTruthy();
  await tester.upload(input(), new File(['a'], 'lista.zip'));
  expect(await field.findByText(/^lista\.zip não é de um tipo/u)).toBeTruthy();
  await tester.upload(input(), new File(['%PDF-1.7'], 'tabela.pdf'));
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('campaign.file'));
  expect(field.queryByRole('alert')).toBeNull();
  act(() => view.save('campaign.file', 'client-1', '40', []));
  const seen = () => screen.getByRole('figure').textContent;
  expect(seen()).toMatch(/tabela\.pdf.*Olá!/u);
  await tester.clear(screen.getByRole('textbox', { name: /^Texto/u }));
  expect(seen()).toContain('tabela.pdf');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  const saved = { template_id: null, message: null, file_id: '40' };
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'campaign', values: saved });
  expect(screen.getByRole('button', { name: /^3\. Mensagem: tabela\.pdf$/u })).toBeTruthy();
  act(() => view.refuse('campaign', '70', 'error.form.invalid', { message: 'error.campaign.caption' }));
  expect(await screen.findByText(/Com arquivo, o texto pode ter no máximo/u)).toBeTruthy();
  await tester.click(field.getByRole('button', { name: 'Remover arquivo' }));
  expect(document.activeElement?.textContent).toBe('Escolher arquivo…');
  expect(seen()).not.toContain('tabela.pdf');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar rascunho' }).disabled).toBe(true);
});

it('switched to a template and back -> the text’s files don’t go with the template, and are still there, of a part too', async () => {
  const part = { batch: 2, template_id: null, message: null, file_id: '41', file_name: 'tabela.pdf', variables: [] };
  const parts = { batches: [50, 50], part_messages: [part] };
  const view = await openWizard('70', { ...text, ...parts, file_id: '40', file_name: 'promo.png' }, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  const values = async () => {
    await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
    return view.given('form.save').at(-1)?.values;
  };
  await tester.click(screen.getByRole('radio', { name: 'Modelo' }));
  await tester.click(screen.getByRole('radio', { name: /^Volta/u }));
  await tester.type(screen.getByRole('textbox', { name: 'Texto' }), 'amigo');
  await tester.click(screen.getByRole('radio', { name: 'Parte 2' }));
  await tester.click(screen.getByRole('radio', { name: /^Volta/u }));
  await tester.type(screen.getByRole('textbox', { name: 'Texto' }), 'amigo');
  const none = { template_id: '8', file_id: null };
  expect(await values()).toMatchObject({ ...none, part_messages: [none] });
  act(() => view.save('campaign', '70', '70', ['campaign']));
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  expect(screen.getByRole('figure').textContent).toContain('tabela.pdf');
  const both = { file_id: '40', file_name: 'promo.png', message: 'Olá!', part_messages: [{ file_id: '41' }] };
  expect(await values()).toMatchObject(both);
});

it('its page says which files go with the text', async () => {
  const view = await renderScreen(<CampaignPage id="70" />, { at: '/campaigns?id=70' });
  const said = { ...natal, template: null, message: 'Olá!', file: 'promo.png' };
  const parts = [{ batch: 2, template: null, message: null, file: 'tabela.pdf' }];
  act(() => view.answer({ list: 'campaign', rows: [{ ...said, partMessages: parts }], total: 1 }));
  expect(screen.getByText(/texto livre · arquivo promo\.png \/ tabela\.pdf/u)).toBeTruthy();
});
