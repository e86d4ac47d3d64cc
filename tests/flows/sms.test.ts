import { expect, test } from 'vitest';
import { SMS_MAX_LENGTH } from '../../contract/facts/channels.ts';
import { check } from '../../flows/check.ts';
import { otherwiseOnSms } from '../../flows/sms.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { changesBetween } from '../../src/views/administration/flows/compare.ts';
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

test('longer than an SMS, options and link included -> a limit of the flow’s by SMS, a note of others', () => {
  const most = 'x'.repeat(SMS_MAX_LENGTH);
  const over = {
    start: say(`${most}x{{first_name}}`, { next: 'link', failed: 'fim' }),
    link: {
      ...say('', { next: 'menu', failed: 'fim' }),
      content: { of: 'link' as const, text: 'x'.repeat(1_000), label: 'Ver', url: 'https://loja.com.br' },
    },
    menu: menu(most, { a: 'fim', b: 'fim' }, { tries: 1 }),
    fim: end(most),
  };
  const long = check({ ...flow(over, { kind: 'active' }), channel: 'sms' }).findings;
  expect(long.map(({ node, about }) => [node, about])).toEqual([
    ['start', 'smsLength'],
    ['menu', 'smsLength'],
  ]);
  expect(otherwiseOnSms(flow(over)).long).toEqual(['start', 'menu']);
});

test('a text by SMS that what is filled in makes too long -> that is shortened, not the text’s end', () => {
  const start = say(`{{first_name}}${'x'.repeat(SMS_MAX_LENGTH - 5)}`, { next: 'fim', failed: 'fim' });
  const it = { ...flow({ start, fim: end(null) }, { kind: 'active' }), channel: 'sms' } as const;
  const world = { known: { first_name: 'Anastácia' }, isOpen: true, place: '', begins: 600 };
  const [line] = simulator(it)(null, { of: 'began' }, world).lines;
  expect(line?.by === 'flow' && line.text).toMatch(/^Ana.{2}x+$/u);
  expect(line?.by === 'flow' && line.text.length).toBe(SMS_MAX_LENGTH);
});

test('options by SMS -> numbers to write, which may be longer than a button', () => {
  const label = 'Quero falar com uma pessoa da loja';
  const options = [
    { id: 'a', label: 'Segunda via' },
    { id: 'b', label },
  ];
  const asks = menu('Qual?', { a: 'fim', b: 'fim' }, { options });
  const it = flow({ start: asks, fim: end('Até logo') }, { kind: 'active' });
  expect(check({ ...it, channel: 'sms' }).findings).toEqual([]);
  const act = simulator({ ...it, channel: 'sms' });
  const world = { known: {}, isOpen: true, place: '', begins: 600 };
  const first = act(null, { of: 'began' }, world);
  expect(first.lines).toEqual([{ by: 'flow', step: 'start', text: `Qual?\n1. Segunda via\n2. ${label}`, options: [] }]);
  expect(act(first, { of: 'wrote', text: '2' }, world).run.status).toBe('ended');
});

test('two versions that only their channel tells apart -> what changes', () => {
  const it = flow(STEPS, { kind: 'active' });
  const bySms: Flow = { ...it, channel: 'sms' };
  expect(changesBetween(it, bySms)).toEqual([{ of: 'sms', step: 'start' }]);
  expect(changesBetween(bySms, it)).toEqual([{ of: 'whatsapp', step: 'start' }]);
});

test('what is otherwise on SMS -> templates and files, and options', () => {
  const asks = menu('Qual?', { a: 'fim' });
  expect(otherwiseOnSms(flow({ start: template({}, { next: 'asks' }), asks, fim: end(null) }))).toEqual({
    unsent: ['start'],
    numbered: ['asks'],
    long: [],
  });
});
