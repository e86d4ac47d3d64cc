import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Formatting } from '../../src/views/attendance/chat/format/Formatting.tsx';
import { withMarks, type Mark } from '../../src/views/attendance/chat/format/marks.ts';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { renderScreen } from './administration-support.tsx';

/** The text with the selection in brackets. */
function after(given: string, mark: Mark): string {
  const from = given.indexOf('[');
  const to = given.indexOf(']') - 1;
  const text = given.replaceAll(/[[\]]/gu, '');
  const { start, end, insert, selectFrom, selectTo } = withMarks(text, from, to, mark);
  const done = text.slice(0, start) + insert + text.slice(end);
  return `${done.slice(0, selectFrom)}[${done.slice(selectFrom, selectTo)}]${done.slice(selectTo)}`;
}

describe('marks', () => {
  it.each([
    ['o [preço] é', 'o *[preço]* é'],
    ['o *[preço]* é', 'o [preço] é'],
    ['o [*preço*] é', 'o [preço] é'],
    ['o[ preço ]é', 'o *[preço]* é'],
    ['antes []', 'antes *[]*'],
    ['[um\n\ndois ]', '[*um*\n\n*dois*] '],
    ['[*um*\n*dois*]', '[um\ndois]'],
    ['_[já]_', '_*[já]*_'],
  ])('%s -> %s', (given, wanted) => {
    expect(after(given, '*')).toBe(wanted);
  });

  it('twice leave the text as it was', () => {
    const words = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/u);
    fc.assert(
      fc.property(words, fc.constantFrom<Mark>('*', '_', '~'), (text, mark) => {
        const once = withMarks(text, 0, text.length, mark);
        const twice = withMarks(once.insert, once.selectFrom, once.selectTo, mark);
        expect(once.insert.slice(0, twice.start) + twice.insert + once.insert.slice(twice.end)).toBe(text);
      }),
    );
  });
});

function Field({ modSends = false }: { readonly modSends?: boolean }) {
  const [draft, setDraft] = useState('');
  return (
    <ShortcutsProvider hasSingleKeys isMac={false}>
      <Formatting draft={draft} modSends={modSends} />
      <textarea
        data-composer=""
        aria-label="Mensagem"
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </ShortcutsProvider>
  );
}

it('what is selected is formatted by keys, and shown as the customer will see it, only then', async () => {
  const user = userEvent.setup();
  await renderScreen(<Field />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
  const preview = () => screen.queryByRole('group', { name: 'Como o cliente verá' });
  await user.type(field, 'hoje não, amanha');
  expect(preview()).toBeNull();
  act(() => field.setSelectionRange(5, 8));
  await user.keyboard('{Control>}b{/Control}');
  expect(field.value).toBe('hoje *não*, amanha');
  expect([field.selectionStart, field.selectionEnd]).toEqual([6, 9]);
  await user.keyboard('{Control>}i{/Control}');
  expect(field.value).toBe('hoje *_não_*, amanha');
  expect(preview()?.querySelector('strong > em')?.textContent).toBe('não');
  await user.keyboard('{Control>}i{/Control}{Control>}b{/Control}');
  expect(field.value).toBe('hoje não, amanha');
  expect(preview()).toBeNull();
  await user.keyboard('{Control>}{Shift>}x{/Shift}{/Control}');
  expect(preview()?.querySelector('s')?.textContent).toBe('não');
});

it('the hints say which key sends', async () => {
  const hints = () => [...document.querySelectorAll('#composer-hint > span')].slice(0, 2).map((one) => one.textContent);
  const view = await renderScreen(<Field />);
  expect(hints()).toEqual(['Enter envia', 'Shift Enter quebra linha']);
  view.unmount();
  await renderScreen(<Field modSends />);
  expect(hints()).toEqual(['Ctrl Enter envia', 'Enter quebra linha']);
});
