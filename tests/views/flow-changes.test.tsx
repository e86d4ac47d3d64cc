import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FlowChanges } from '../../src/views/administration/flows/FlowChanges.tsx';
import { flow, say } from '../flows/builders.ts';
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
