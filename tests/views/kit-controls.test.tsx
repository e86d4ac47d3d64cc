import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Avatar } from '../../src/views/kit/Avatar.tsx';
import { initials, tint, tints } from '../../src/views/kit/avatar-look.ts';
import { Badge } from '../../src/views/kit/Badge.tsx';
import { Banner } from '../../src/views/kit/Banner.tsx';
import { Button, IconButton } from '../../src/views/kit/Button.tsx';
import { Checkbox } from '../../src/views/kit/Checkbox.tsx';
import { ConfirmDialog } from '../../src/views/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../src/views/kit/ErrorState.tsx';
import { CloseIcon } from '../../src/views/kit/icons.tsx';
import { MenuButton } from '../../src/views/kit/MenuButton.tsx';
import { PasswordField } from '../../src/views/kit/PasswordField.tsx';
import { SearchField } from '../../src/views/kit/SearchField.tsx';
import { SegmentedControl } from '../../src/views/kit/SegmentedControl.tsx';
import { Several } from '../../src/views/kit/Several.tsx';
import { Switch } from '../../src/views/kit/Switch.tsx';
import { TextField } from '../../src/views/kit/TextField.tsx';
import { Ticks } from '../../src/views/kit/Ticks.tsx';
import { Toasts } from '../../src/views/kit/Toasts.tsx';
import { closeTop } from '../../src/views/shortcuts/common-shortcuts.ts';
import { ShortcutsProvider, useShortcut } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { renderKit } from './kit-render.tsx';

describe('Button', () => {
  it('pressed -> runs, with mouse and keyboard', async () => {
    const onPress = vi.fn();
    await renderKit(<Button onPress={onPress}>Transferir</Button>);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    await user.keyboard('{Enter}');
    await user.keyboard(' ');
    expect(onPress).toHaveBeenCalledTimes(3);
  });

  it('pending -> ignores presses, keeps the focus, says that it waits', async () => {
    const onPress = vi.fn();
    const view = await renderKit(<Button onPress={onPress}>Enviar</Button>);
    const button = screen.getByRole('button');
    button.focus();
    view.rerender(
      <Button onPress={onPress} isPending>
        Enviar
      </Button>,
    );
    await userEvent.setup().click(button);
    expect(onPress).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(within(button).getByRole('progressbar', { name: 'Aguarde…' })).toBeTruthy();
  });

  it('an icon alone has its name', async () => {
    await renderKit(<IconButton label="Fechar" icon={<CloseIcon />} />);
    expect(screen.getByRole('button', { name: 'Fechar' }).querySelector('svg')?.getAttribute('aria-hidden')).toBe(
      'true',
    );
  });
});

describe('fields', () => {
  it('label, description and error belong to the input', async () => {
    await renderKit(<TextField label="Ramal" description="Só números." error="Use só números." />);
    const input = screen.getByRole('textbox', { name: 'Ramal' });
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(expect.arrayContaining(['Só números.', 'Use só números.']));
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('without an error it is valid, and nothing of the error is in the page', async () => {
    await renderKit(<TextField label="Ramal" />);
    expect(screen.getByRole('textbox').hasAttribute('aria-invalid')).toBe(false);
  });

  it('password: hidden -> shown -> hidden, with the value kept', async () => {
    await renderKit(<PasswordField label="Senha" />);
    const user = userEvent.setup();
    const input = screen.getByLabelText<HTMLInputElement>('Senha');
    await user.type(input, 'segredo');
    expect(input.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostrar senha' }));
    expect(input.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Ocultar senha' }));
    expect([input.type, input.value]).toEqual(['password', 'segredo']);
  });

  function Search({ onEscape }: { readonly onEscape: () => void }) {
    const [value, setValue] = useState('');
    return (
      <div role="presentation" onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
        <SearchField label="Buscar por nome" value={value} onChange={setValue} shortcut="Ctrl K" />
      </div>
    );
  }

  it('search: typed -> emptied by Escape -> Escape goes on to others', async () => {
    const onEscape = vi.fn();
    await renderKit(<Search onEscape={onEscape} />);
    const user = userEvent.setup();
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar por nome' });
    await user.type(input, 'lu{Escape}');
    expect([input.value, onEscape.mock.calls.length]).toEqual(['', 0]);
    await user.keyboard('{Escape}');
    expect(onEscape).toHaveBeenCalledOnce();
  });

  it('search in a form: Enter sends the search, not the form', async () => {
    const [onForm, onSubmit] = [vi.fn(), vi.fn()];
    await renderKit(
      <form onSubmit={onForm}>
        <SearchField label="Buscar por nome" value="lu" onChange={() => {}} onSubmit={onSubmit} />
      </form>,
    );
    await userEvent.setup().type(screen.getByRole('searchbox'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('lu');
    expect(onForm).not.toHaveBeenCalled();
  });

  it('search: cleared by its button, focus stays in the field', async () => {
    await renderKit(<Search onEscape={() => {}} />);
    const user = userEvent.setup();
    const input = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(input, 'lu');
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(input.value).toBe('');
    expect(document.activeElement).toBe(input);
  });
});

describe('choices', () => {
  function Segments() {
    const [value, setValue] = useState<'mine' | 'all'>('mine');
    const options = [
      { value: 'mine', label: 'Minhas' },
      { value: 'all', label: 'Todas' },
    ] as const;
    return <SegmentedControl label="Conversas" options={options} value={value} onChange={setValue} />;
  }

  it('segments are radios of one group', async () => {
    await renderKit(<Segments />);
    const group = screen.getByRole('radiogroup', { name: 'Conversas' });
    await userEvent.setup().click(within(group).getByRole('radio', { name: 'Todas' }));
    expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'Todas' }).checked).toBe(true);
    expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'Minhas' }).checked).toBe(false);
  });

  it('checkbox and switch toggle with the space bar', async () => {
    const onCheck = vi.fn();
    const onSwitch = vi.fn();
    await renderKit(
      <>
        <Checkbox onChange={onCheck}>Continuar conectado</Checkbox>
        <Switch onChange={onSwitch}>Som</Switch>
      </>,
    );
    const user = userEvent.setup();
    screen.getByRole('checkbox', { name: 'Continuar conectado' }).focus();
    await user.keyboard(' ');
    screen.getByRole('switch', { name: 'Som' }).focus();
    await user.keyboard(' ');
    expect([onCheck.mock.calls, onSwitch.mock.calls]).toEqual([[[true]], [[true]]]);
  });

  it('menu: opened by keyboard -> entry chosen -> closed, focus back on the button', async () => {
    const onSelect = vi.fn();
    await renderKit(
      <MenuButton
        label="Ordenar"
        groups={[
          {
            id: 'sort',
            title: 'Ordenar por',
            selected: 'recent',
            onSelect,
            entries: [
              { id: 'recent', label: 'Mais recentes' },
              { id: 'name', label: 'Nome' },
            ],
          },
        ]}
      >
        Ordenar
      </MenuButton>,
    );
    const user = userEvent.setup();
    const button = screen.getByRole('button', { name: 'Ordenar' });
    button.focus();
    await user.keyboard('{Enter}');
    const chosen = await screen.findByRole('menuitemradio', { name: 'Mais recentes' });
    expect(chosen.getAttribute('aria-checked')).toBe('true');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(chosen));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('name');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

describe('dialogs', () => {
  it('confirm: asked -> confirmed; Escape and the cross close', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    await renderKit(
      <ConfirmDialog
        title="Finalizar o atendimento?"
        confirmLabel="Finalizar"
        isOpen
        onConfirm={onConfirm}
        onClose={onClose}
      >
        O cliente pode escrever de novo.
      </ConfirmDialog>,
    );
    const user = userEvent.setup();
    const dialog = screen.getByRole('dialog', { name: 'Finalizar o atendimento?' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancelar'));
    await user.keyboard('{Tab}');
    expect(document.activeElement?.textContent).toBe('Finalizar');
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('confirm that failed says why', async () => {
    await renderKit(
      <ConfirmDialog
        title="Finalizar?"
        confirmLabel="Finalizar"
        isOpen
        error="Já finalizado."
        onConfirm={() => {}}
        onClose={() => {}}
      >
        Texto
      </ConfirmDialog>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Já finalizado.');
  });
});

describe('signs', () => {
  it.each([
    ['Luciana Moraes', 'LM'],
    ['Édson da Silva e Souza', 'ÉS'],
    ['Padaria do Zé', 'PZ'],
    ['ana', 'A'],
    ['(Ana) [vip]', 'AV'],
    ['+55 11 98765-4321', ''],
    ['', ''],
    ['da Silva', 'S'],
    ['de', 'D'],
  ])('initials of %s are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it('a person keeps the colour, and all colours are used', () => {
    expect(tint('Luciana Moraes')).toBe(tint('Luciana Moraes'));
    const used = new Set(Array.from({ length: 500 }, (_, index) => tint(`cliente ${index}`)));
    expect([...used].toSorted((one, other) => one - other)).toEqual(Array.from({ length: tints }, (_, index) => index));
  });

  it('an avatar whose picture does not load shows the initials', async () => {
    const view = await renderKit(<Avatar name="Ana Ribeiro" image="/nowhere.png" />);
    view.container.querySelector('img')?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(view.container.textContent).toBe('AR'));
  });

  it.each([
    [1, '1', '1 não lida'],
    [7, '7', '7 não lidas'],
    [100, '99+', '100 não lidas'],
  ])('badge of %i shows %s and is read as %s', async (count, shown, read) => {
    await renderKit(<Badge count={count} />);
    expect(screen.getByText(shown).getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText(read)).toBeTruthy();
  });

  it('badge of nothing is nothing', async () => {
    const view = await renderKit(<Badge count={0} />);
    expect(view.container.childElementCount).toBe(0);
  });

  it.each([
    ['pending', 'Enviando', 'Sending'],
    ['sent', 'Enviada', 'Sent'],
    ['delivered', 'Entregue', 'Delivered'],
    ['read', 'Lida', 'Read'],
    ['played', 'Ouvida', 'Played'],
    ['error', 'Não enviada', 'Not sent'],
  ] as const)('ticks: %s is read as %s, %s', async (delivery, portuguese, english) => {
    await renderKit(<Ticks delivery={delivery} />);
    expect(screen.getByRole('img', { name: portuguese })).toBeTruthy();
    await renderKit(<Ticks delivery={delivery} />, 'en');
    expect(screen.getByRole('img', { name: english })).toBeTruthy();
  });
});

describe('what is told', () => {
  it('a banner of danger interrupts, others wait', async () => {
    await renderKit(
      <>
        <Banner tone="danger">Erro</Banner>
        <Banner>Aviso</Banner>
      </>,
    );
    expect([screen.getByRole('alert').textContent, screen.getByRole('status').textContent]).toEqual(['Erro', 'Aviso']);
  });

  it('notices: region there while empty -> notice in it -> closed by its id', async () => {
    const onClose = vi.fn();
    const view = await renderKit(<Toasts toasts={[]} onClose={onClose} />);
    const region = screen.getByRole('region', { name: 'Avisos' });
    const live = region.querySelector('[aria-live="polite"]');
    view.rerender(
      <Toasts
        toasts={[{ id: 'n1', tone: 'notice', title: 'Atendimento Recebido', text: 'De Bruno' }]}
        onClose={onClose}
      />,
    );
    expect(live?.textContent).toContain('Atendimento Recebido');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Fechar aviso' }));
    expect(onClose).toHaveBeenCalledExactlyOnceWith('n1');
  });

  it('notices: F8 leads there, and Escape back, closing nothing; those that come meanwhile are held too', async () => {
    const onHeldChange = vi.fn();
    const onTop = vi.fn();
    const notice = (id: string) => ({ id, tone: 'notice', title: `Aviso ${id}` }) as const;
    function Screen({ ids }: { readonly ids: readonly string[] }) {
      useShortcut(closeTop, onTop);
      return (
        <>
          <Button onPress={() => undefined}>Conversa</Button>
          <Toasts toasts={ids.map(notice)} onClose={() => undefined} onHeldChange={onHeldChange} />
        </>
      );
    }
    const screenWith = (...ids: string[]) => (
      <ShortcutsProvider hasSingleKeys>
        <Screen ids={ids} />
      </ShortcutsProvider>
    );
    const view = await renderKit(screenWith('1'));
    const user = userEvent.setup();
    const before = screen.getByRole('button', { name: 'Conversa' });
    act(() => before.focus());
    await user.keyboard('{F8}');
    const close = screen.getByRole('button', { name: 'Fechar aviso' });
    expect(document.activeElement).toBe(close);
    expect(onHeldChange.mock.calls).toEqual([[true]]);
    view.rerender(screenWith('1', '2'));
    expect(onHeldChange.mock.calls).toEqual([[true], [true]]);
    await user.keyboard('{Escape}');
    expect([document.activeElement, onTop.mock.calls.length]).toEqual([before, 0]);
    expect(onHeldChange).toHaveBeenLastCalledWith(false);
    view.rerender(screenWith('1', '2', '3'));
    expect(onHeldChange).toHaveBeenCalledTimes(3);
    await user.keyboard('{Escape}');
    expect(onTop).toHaveBeenCalledOnce();
    // The one that has the focus goes by itself.
    await user.keyboard('{F8}');
    expect(document.activeElement).not.toBe(before);
    view.rerender(screenWith());
    expect(document.activeElement).toBe(before);
  });

  it('an error state offers the next step and the code for support', async () => {
    const onRetry = vi.fn();
    await renderKit(<ErrorState title="As conversas não carregaram" requestId="7f3a" onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Código para o suporte: 7f3a');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

it('several are chosen -> each is removed by a button that says which; one that is gone says so', async () => {
  const onChange = vi.fn();
  const options = ['Ana', 'Bia', 'Caio'].map((label, at) => ({ id: `${at}`, label }));
  await renderKit(<Several label="Quem" options={options} values={['0', '1', '9']} onChange={onChange} />);
  const names = screen.getAllByRole('button', { name: /^Remover/u }).map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['Remover Ana', 'Remover Bia', expect.stringMatching(/^Remover .+/u)]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Remover Bia' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['0', '9']);
});
