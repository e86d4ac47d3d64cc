import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from '../../flows/check.ts';
import type { Turn } from '../../flows/conversation.ts';
import { menu } from '../../flows/templates/menu.ts';
import { FlowProblems } from '../../src/views/administration/flows/FlowProblems.tsx';
import { PlayBar } from '../../src/views/administration/flows/PlayBar.tsx';
import { roundOf, stopsOf } from '../../src/views/administration/flows/played-steps.ts';
import type { Checked } from '../../src/views/administration/flows/use-flow-check.ts';
import { useFlowWords } from '../../src/views/administration/flows/use-flow-words.ts';
import { renderScreen } from './administration-support.tsx';

const come = (node: string): Turn => ({ by: 'flow', node, texts: [], again: false });
const turns: readonly Turn[] = [
  come('ola'),
  come('menu'),
  { by: 'time', minutes: 30 },
  come('lembrete'),
  { by: 'customer', of: 'nonsense' },
  come('menu'),
];

function Bar({ start = 0 }: { readonly start?: number }) {
  const flow = menu();
  const words = useFlowWords(flow);
  const [at, setAt] = useState(start);
  const stops = stopsOf(turns);
  const round = roundOf({ property: 'silentCycle' }, stops);
  return <PlayBar flow={flow} words={words} property="x" stops={stops} round={round} at={at} onGo={setAt} />;
}

const button = (name: string) => screen.getByRole('button', { name });
const turn = () => screen.getByRole('status').textContent;
const current = () => screen.getAllByRole('listitem').findIndex((each) => each.querySelector('[aria-current=step]'));

afterEach(() => {
  vi.useRealTimers();
});

it('a conversation that goes round -> each stop with what is answered there, the last with where it is again', async () => {
  await renderScreen(<Bar />);
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    '1Boas-vindas',
    expect.stringMatching(/^2Menu.*30 min/u),
    '3Lembrete“asdf”',
    'De novo o passo 2para sempre',
  ]);
});

it('arrow keys and buttons -> a stop on or back, not past the ends', async () => {
  await renderScreen(<Bar />);
  const off = () =>
    ['Ir ao começo', 'Voltar um passo', 'Avançar um passo', 'Ir ao fim'].filter(
      (name) => button(name).getAttribute('aria-disabled') === 'true',
    );
  expect(off()).toEqual(['Ir ao começo', 'Voltar um passo']);
  fireEvent.keyDown(button('Reproduzir'), { key: 'ArrowLeft' });
  expect(turn()).toBe('Passo 1 de 4');
  fireEvent.keyDown(button('Reproduzir'), { key: 'ArrowRight' });
  expect(turn()).toBe('Passo 2 de 4');
  expect(current()).toBe(1);
  expect(off()).toEqual([]);
  fireEvent.click(button('Ir ao fim'));
  expect(off()).toEqual(['Avançar um passo', 'Ir ao fim']);
  fireEvent.keyDown(button('Reproduzir'), { key: 'ArrowRight' });
  expect(turn()).toBe('Passo 4 de 4');
  fireEvent.click(button('Voltar um passo'));
  expect(turn()).toBe('Passo 3 de 4');
  fireEvent.click(button('Ir ao começo'));
  expect(current()).toBe(0);
});

it('played at the end -> from the start on, until the end; any step stops it', async () => {
  await renderScreen(<Bar start={3} />);
  vi.useFakeTimers();
  fireEvent.click(button('Reproduzir'));
  expect(turn()).toBe('Passo 1 de 4');
  act(() => void vi.runOnlyPendingTimers());
  expect(turn()).toBe('Passo 2 de 4');
  fireEvent.click(button('Pausar'));
  expect(vi.getTimerCount()).toBe(0);
  fireEvent.click(button('Reproduzir'));
  expect(turn()).toBe('Passo 2 de 4');
  fireEvent.keyDown(button('Pausar'), { key: 'ArrowLeft' });
  expect(turn()).toBe('Passo 1 de 4');
  fireEvent.click(button('Reproduzir'));
  for (let step = 0; step < 3; step++) act(() => void vi.runOnlyPendingTimers());
  expect(turn()).toBe('Passo 4 de 4');
  expect(button('Reproduzir')).toBeTruthy();
});

const finding = (property: Finding['property'], node: string, severity: Finding['severity'], about: string | null) =>
  ({ property, node, severity, about, conversation: [] }) as const;

const chosen: (readonly (string | undefined)[])[] = [];

function Problems({ checked, loose }: { readonly checked: Partial<Checked>; readonly loose: readonly string[] }) {
  const flow = menu();
  return (
    <FlowProblems
      flow={flow}
      words={useFlowWords(flow)}
      checked={{ found: null, isCurrent: false, hasFailed: false, retry: () => undefined, ...checked }}
      loose={loose.map((exit) => ({ step: 'menu', exit }))}
      isIncomplete={false}
      onChoose={(...step) => void chosen.push(step)}
      onPlay={() => undefined}
    />
  );
}

const found = {
  flow: '',
  isSound: false,
  isComplete: true,
  moments: 1,
  findings: [
    finding('exits', 'menu', 'error', 'vendas'),
    finding('exits', 'menu', 'error', 'suporte'),
    finding('reached', 'fim', 'error', null),
    finding('window', 'ola', 'warning', null),
  ],
};

it('problems -> only errors hinder, an exit once and no more once it leads somewhere', async () => {
  await renderScreen(<Problems checked={{ found, isCurrent: false }} loose={['vendas', 'timeout']} />);
  expect(screen.getByText('3 problemas impedem publicar')).toBeTruthy();
  expect(screen.getByText('1 aviso')).toBeTruthy();
  const said = screen.getAllByRole('listitem').map((each) => each.textContent ?? '');
  expect(said).toEqual([
    'A saída “silêncio” não leva a lugar algum.Menu',
    'A saída “Vendas” não leva a lugar algum.Menu',
    'Nenhum caminho chega a este passo.Despedida',
    'Pode enviar texto livre com a janela de 24 horas fechada.Boas-vindas',
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Menu' })[0] ?? document.body);
  fireEvent.click(button('Despedida'));
  expect(chosen.splice(0)).toEqual([['menu', 'timeout'], ['fim']]);
  expect(button('Recolher').getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(button('Recolher'));
  expect(button('Mostrar').getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('list')).toBeNull();
});

it('only warnings -> nothing hinders; not checked as it stands -> that isn’t said', async () => {
  const warned = { ...found, findings: found.findings.slice(3) };
  const { unmount } = await renderScreen(<Problems checked={{ found: warned, isCurrent: true }} loose={[]} />);
  expect(screen.getByText('Nada impede publicar')).toBeTruthy();
  expect(screen.getByText('1 aviso')).toBeTruthy();
  unmount();
  await renderScreen(<Problems checked={{ found: warned, isCurrent: false }} loose={[]} />);
  expect(screen.queryByText('Nada impede publicar')).toBeNull();
});
