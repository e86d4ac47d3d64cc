import { expect, test } from 'vitest';
import { check } from '../../flows/check.ts';
import { otherwiseOnSms } from '../../flows/sms.ts';
import { simulator } from '../../src/views/administration/flows/simulation.ts';
import { end, flow, menu, pause, say, template } from './builders.ts';

const STEPS = {
  start: say('Oi', { next: 'espera', failed: 'fim' }),
  espera: pause(2 * 24 * 60, { next: 'depois', message: 'fim' }),
  depois: say('Ainda por aí?', { next: 'fim', failed: 'fim' }),
  fim: end(null),
};
const propertiesOf = (of: ReturnType<typeof flow>) => check(of).findings.map(({ property }) => property);

test('texts first, and after days -> a closed window on WhatsApp, none on SMS', () => {
  expect(propertiesOf(flow(STEPS, { kind: 'active' }))).toContain('window');
  expect(propertiesOf({ ...flow(STEPS, { kind: 'active' }), channel: 'sms' })).toEqual([]);
  // Which number a customer writes on isn't the flow's to say.
  expect(propertiesOf({ ...flow(STEPS), channel: 'sms' })).toContain('window');
});

test('played by SMS -> the text goes, a template doesn’t', () => {
  const world = { known: {}, isOpen: true, place: '', begins: 600 };
  const sent = (of: ReturnType<typeof flow>) =>
    simulator({ ...of, channel: 'sms' })(null, { of: 'began' }, world).lines.map((line) =>
      line.by === 'flow' ? line.text : line.by === 'note' ? line.of : '',
    );
  expect(sent(flow(STEPS, { kind: 'active' }))).toEqual(['Oi']);
  const first = template({ 'body.1': 'x' }, { next: 'fim', failed: 'fim' });
  expect(sent(flow({ start: first, fim: end('Tchau') }, { kind: 'active' }))).toEqual([
    'unsent',
    'Tchau',
    'finish',
    'ended',
  ]);
});

test('what is otherwise on SMS -> templates and files, and options', () => {
  const asks = menu('Qual?', { a: 'fim' });
  expect(otherwiseOnSms(flow({ start: template({}, { next: 'asks' }), asks, fim: end(null) }))).toEqual({
    unsent: ['start'],
    numbered: ['asks'],
  });
});
