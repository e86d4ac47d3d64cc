import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FlowChanges } from '../../src/views/administration/flows/FlowChanges.tsx';
import { ask, flow, say } from '../flows/builders.ts';
import { renderScreen } from './administration-support.tsx';

it('variables come, go, get another type or another initial value -> each is said', async () => {
  const steps = { start: say('Oi', { next: 'bye' }) };
  const before = flow(steps, {
    variables: { gone: { type: 'text' }, typed: { type: 'text' }, begun: { type: 'number' }, same: { type: 'date' } },
  });
  const after = flow(steps, {
    variables: {
      same: { type: 'date' },
      begun: { type: 'number', initial: 2.5 },
      typed: { type: 'number' },
      added: { type: 'boolean', initial: true },
    },
  });
  await renderScreen(<FlowChanges before={before} after={after} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'mudaValor inicial da variável begun: 2,5; antes: nenhum',
    'mudaTipo da variável typed: Número; antes: Texto',
    'novoVariável added',
    'saiVariável gone',
  ]);
});

const said = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('steps come, go, say something else, have other rules or lead elsewhere -> each is said, names aren’t', async () => {
  const before = flow({
    start: say('Oi', { next: 'ask' }),
    ask: ask('Qual?', { answer: 'bye' }),
    due: ask('Quando?', { answer: 'bye' }, { label: 'Prazo' }),
    named: { ...say('Tchau', { next: 'bye' }), label: 'Fim' },
    gone: { ...say('Já volto', { next: 'bye' }), label: 'Pausa' },
  });
  const after = flow(
    {
      start: say('Olá', { next: 'ask' }),
      ask: ask('Qual?', { answer: 'named' }, { tries: 3 }),
      named: { ...say('Tchau', { next: 'bye' }), label: 'Despedida' },
      due: ask('Para quando?', { answer: 'bye' }, { label: 'Prazo' }),
      fresh: { ...say('Novo', { next: 'bye' }), label: 'Novidade' },
    },
    { start: 'ask' },
  );
  await renderScreen(<FlowChanges before={before} after={after} />);
  expect(said()).toEqual([
    'mudaO fluxo começa por Qual?',
    'mudaTexto de Olá',
    'mudaConfiguração de Qual?',
    expect.stringMatching(/^mudaQual\? › resposta leva a Despedida; antes: /u),
    'mudaTexto de Prazo',
    'novoPasso Novidade',
    'saiPasso Pausa',
  ]);
});

it('nothing but a name differs -> nothing changes', async () => {
  const before = flow({ start: say('Oi', { next: 'bye' }) });
  const after = flow({ start: { ...say('Oi', { next: 'bye' }), label: 'Boas-vindas' } });
  await renderScreen(<FlowChanges before={before} after={after} />);
  expect(screen.getByText('Nada muda.')).toBeTruthy();
});
