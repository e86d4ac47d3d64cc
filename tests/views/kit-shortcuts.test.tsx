import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  breakLine,
  finishTicket,
  openPalette,
  sendAndGoOn,
  sendMessage,
  showShortcuts,
} from '../../src/views/shortcuts/common-shortcuts.ts';
import { isStroke, keyCaps } from '../../src/views/shortcuts/shortcut.ts';
import { ShortcutList } from '../../src/views/shortcuts/ShortcutList.tsx';
import { ShortcutsDialog } from '../../src/views/shortcuts/ShortcutsDialog.tsx';
import { ShortcutsProvider, useShortcut } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { renderKit } from './kit-render.tsx';

const stroke = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
  code = '',
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('strokes', () => {
  it.each([
    ['Mod+k', stroke('k', { ctrlKey: true }), false, true],
    ['Mod+k', stroke('K', { ctrlKey: true }), false, true],
    ['Mod+k', stroke('k', { metaKey: true }), true, true],
    ['Mod+k', stroke('k', { ctrlKey: true }), true, false],
    ['Mod+k', stroke('k'), false, false],
    ['Mod+k', stroke('k', { ctrlKey: true, altKey: true }), false, false],
    ['Mod+k', stroke('k', { ctrlKey: true, shiftKey: true }), false, false],
    ['?', stroke('?', { shiftKey: true }), false, true],
    ['?', stroke('?'), false, true],
    ['f', stroke('f', { ctrlKey: true }), false, false],
    ['f', stroke('F', { shiftKey: true }), false, false],
    ['Shift+Enter', stroke('Enter', { shiftKey: true }), false, true],
    ['Enter', stroke('Enter', { shiftKey: true }), false, false],
    ['Alt+n', stroke('n', { altKey: true }, 'KeyN'), false, true],
    ['Alt+n', stroke('Dead', { altKey: true }, 'KeyN'), true, true],
    ['Alt+n', stroke('∫', { altKey: true }, 'KeyB'), true, false],
    ['Alt+n', stroke('Dead', { altKey: true }, 'KeyN'), false, false],
    ['Alt+n', stroke('Dead', { altKey: true, metaKey: true }, 'KeyN'), true, false],
  ])('%s and %o (mac: %s) -> %s', (keys, pressed, isMac, expected) => {
    expect(isStroke(keys, pressed, isMac)).toBe(expected);
  });

  it.each([
    ['Mod+k', false, ['Ctrl', 'K']],
    ['Mod+k', true, ['⌘', 'K']],
    ['ArrowDown', false, ['↓']],
    ['Shift+Enter', false, ['Shift', 'Enter']],
  ])('%s (mac: %s) is drawn as %j', (keys, isMac, caps) => {
    expect(keyCaps(keys, isMac)).toEqual(caps);
  });
});

describe('shortcuts of the screen', () => {
  function View({ onFinish, onSearch }: { readonly onFinish: () => void; readonly onSearch: () => void }) {
    useShortcut(finishTicket, onFinish);
    useShortcut(openPalette, onSearch);
    useShortcut(sendMessage);
    return <input aria-label="Mensagem" />;
  }

  it('work anywhere, but single keys not while writing', async () => {
    const onFinish = vi.fn();
    const onSearch = vi.fn();
    await renderKit(
      <ShortcutsProvider hasSingleKeys isMac={false}>
        <View onFinish={onFinish} onSearch={onSearch} />
      </ShortcutsProvider>,
    );
    const user = userEvent.setup();
    await user.keyboard('f');
    await user.click(screen.getByLabelText('Mensagem'));
    await user.keyboard('f{Control>}k{/Control}');
    expect([onFinish.mock.calls.length, onSearch.mock.calls.length]).toEqual([1, 1]);
    expect(screen.getByLabelText<HTMLInputElement>('Mensagem').value).toBe('f');
  });

  it('in a dialog, a menu or a panel only the search over everything works', async () => {
    const onFinish = vi.fn();
    const onSearch = vi.fn();
    await renderKit(
      <ShortcutsProvider hasSingleKeys isMac={false}>
        <View onFinish={onFinish} onSearch={onSearch} />
        <div role="dialog" aria-label="Avisos">
          <button type="button">Fechar</button>
        </div>
      </ShortcutsProvider>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await user.keyboard('f{Control>}k{/Control}');
    expect([onFinish.mock.calls.length, onSearch.mock.calls.length]).toEqual([0, 1]);
  });

  it('what can’t be done now is neither listed nor carried out', async () => {
    const run = vi.fn();
    const Finish = ({ isOpen }: { readonly isOpen: boolean }) => {
      useShortcut(isOpen && finishTicket, run);
      useShortcut(openPalette, run, { isUsable: () => isOpen });
      return null;
    };
    const at = (isOpen: boolean) => (
      <ShortcutsProvider hasSingleKeys isMac={false}>
        <Finish isOpen={isOpen} />
        <ShortcutsDialog key={String(isOpen)} isOpen onClose={() => {}} hasSingleKeys onSingleKeysChange={() => {}} />
      </ShortcutsProvider>
    );
    const view = await renderKit(at(true));
    expect(screen.getAllByRole('term')).toHaveLength(2);
    view.rerender(at(false));
    expect(screen.queryAllByRole('term')).toEqual([]);
  });

  it('single keys can be turned off', async () => {
    const onFinish = vi.fn();
    await renderKit(
      <ShortcutsProvider hasSingleKeys={false}>
        <View onFinish={onFinish} onSearch={() => {}} />
      </ShortcutsProvider>,
    );
    await userEvent.setup().keyboard('f');
    expect(onFinish).not.toHaveBeenCalled();
  });

  it('the list shows the keys that send as they were chosen', async () => {
    const at = (modSends: boolean) => (
      <ShortcutsProvider hasSingleKeys isMac={false}>
        <ShortcutList shortcuts={[sendMessage, sendAndGoOn, breakLine]} modSends={modSends} />
      </ShortcutsProvider>
    );
    const view = await renderKit(at(false));
    const keys = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(keys()).toEqual(['Enter', 'CtrlEnter', 'ShiftEnter']);
    view.rerender(at(true));
    expect(keys()).toEqual(['CtrlEnter', 'CtrlShiftEnter', 'Enter']);
  });

  it('the newest view wins, and gives way when it leaves', async () => {
    const below = vi.fn();
    const above = vi.fn();
    const Claim = ({ run }: { readonly run: () => void }) => {
      useShortcut(showShortcuts, run);
      return null;
    };
    const stack = (both: boolean) => (
      <ShortcutsProvider hasSingleKeys>
        <Claim run={below} />
        {both && <Claim run={above} />}
      </ShortcutsProvider>
    );
    const view = await renderKit(stack(true));
    const user = userEvent.setup();
    await user.keyboard('?');
    view.rerender(stack(false));
    await user.keyboard('?');
    expect([above.mock.calls.length, below.mock.calls.length]).toEqual([1, 1]);
  });

  it('the list shows only what works now, and the switch for single keys', async () => {
    const onSingleKeysChange = vi.fn();
    const at = (withView: boolean) => (
      <ShortcutsProvider hasSingleKeys isMac={false}>
        {withView && <View onFinish={() => {}} onSearch={() => {}} />}
        <ShortcutsDialog isOpen onClose={() => {}} hasSingleKeys onSingleKeysChange={onSingleKeysChange} />
      </ShortcutsProvider>
    );
    const view = await renderKit(at(true));
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Buscar em tudo',
      'Finalizar o atendimento',
      'Enviar',
    ]);
    await userEvent.setup().click(screen.getByRole('switch', { name: /Atalhos de uma só tecla/ }));
    expect(onSingleKeysChange).toHaveBeenCalledExactlyOnceWith(false);
    view.rerender(at(false));
    expect(screen.queryAllByRole('term')).toEqual([]);
  });
});
