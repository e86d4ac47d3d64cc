import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Composer } from '../../src/views/attendance/chat/Composer.tsx';
import { renderKit } from './kit-render.tsx';

describe('the composer', () => {
  interface WritingProps {
    readonly onSend: (text: string, goesOn: boolean) => void;
    readonly initial?: string;
    readonly isSms?: boolean;
    readonly modSends?: boolean;
  }
  function Writing({ onSend, initial = '', isSms, modSends = false }: WritingProps) {
    const [draft, setDraft] = useState(initial);
    return (
      <Composer
        draft={draft}
        isSms={isSms}
        customerName="Luciana"
        viewerId="2"
        quoted={null}
        modSends={modSends}
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

  it('by choice Ctrl Enter sends, with Shift too it goes on, and Enter breaks the line', async () => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} modSends />);
    const user = userEvent.setup();
    const field = screen.getByRole('textbox', { name: 'Mensagem para Luciana' });
    await user.type(field, 'Oi{Enter}tudo bem?');
    expect(onSend).not.toHaveBeenCalled();
    await user.type(field, '{Control>}{Enter}{Shift>}{Enter}{/Shift}{/Control}');
    expect(onSend.mock.calls).toEqual([
      ['Oi\ntudo bem?', false],
      ['Oi\ntudo bem?', true],
    ]);
  });

  it('Enter while a character is being composed -> chooses it, and sends nothing', async () => {
    const onSend = vi.fn();
    await renderKit(<Writing onSend={onSend} initial="にほん" />);
    const field = screen.getByRole('textbox', { name: 'Mensagem para Luciana' });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend.mock.calls).toEqual([['にほん', false]]);
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

  it('by SMS less is taken', async () => {
    await renderKit(<Writing onSend={vi.fn()} initial={'a'.repeat(1_600)} isSms />);
    expect(screen.getByRole('alert').textContent).toContain('1.520');
  });

  it('closed -> the reason stands where one would write', async () => {
    await renderKit(
      <Composer
        draft="guardado"
        customerName="Luciana"
        viewerId="2"
        quoted={null}
        modSends={false}
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
