import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { data, ok } from '../support/scripted-server.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const MALFORMED = 'error.number.malformed';
const bodySchema = z.object({ numbers: z.array(z.string()) });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `551198${String(3_000_000 + at)}`);

/** A server that refuses lines with letters, as often as it answers. */
async function start(answers = Infinity): Promise<Bench & { readonly sent: string[][] }> {
  const bench = await startBench();
  bench.adopt('token', 1);
  const sent: string[][] = [];
  bench.server.on('blockContacts', ({ body }) => {
    const { numbers } = bodySchema.parse(body);
    if (sent.length >= answers) {
      return { status: 503, json: { status: 'x', error: { code: 'UNAVAILABLE', key: 'error.unavailable' } } };
    }
    sent.push(numbers);
    const refused = numbers.flatMap((number, at) =>
      /[a-z]/u.test(number) ? [{ line: at + 1, number, key: MALFORMED }] : [],
    );
    const blocked = numbers.filter((each) => each !== '').length - refused.length;
    return data({ blockContacts: { blocked, refused } });
  });
  return { ...bench, sent };
}

async function save(bench: Bench, form: FormName, key: string, values: FormValues) {
  bench.adapters.run({ type: 'form.save', form, key, request: 1, values, version: null });
  const isEnd = ({ type }: { type: string }) => type === 'form.saved' || type === 'form.refused';
  return (await bench.events.count(1, isEnd)).at(-1);
}
const block = (bench: Bench, lines: readonly string[]) =>
  save(bench, 'blockedContacts', 'new', { numbers: lines.join('\n'), reason: '' });

test('5,001 lines, the last of them wrong -> in two calls, and it is named by its own line', async () => {
  const bench = await start();
  expect(await block(bench, [...numbered(5_000), 'abc'])).toMatchObject({
    type: 'form.refused',
    failure: { params: { blocked: 5_000, handled: 5_001 }, fields: { 'numbers.5001': MALFORMED } },
  });
  expect(bench.sent.map(({ length }) => length)).toEqual([5_000, 1]);
});

test('a number repeated, or a line too long, in a later piece -> found before anything is sent', async () => {
  const bench = await start();
  const [first = ''] = numbered(1);
  const again = `+55 (11) ${first.slice(5)}`;
  expect(await block(bench, [...numbered(5_000), '5521983000001', again, '9'.repeat(201)])).toMatchObject({
    failure: {
      params: { blocked: 5_001, handled: 5_003 },
      fields: { 'numbers.5002': 'error.blocked.twice', 'numbers.5003': MALFORMED },
    },
  });
  expect(bench.sent[1]).toEqual(['5521983000001', '', '']);
});

test('the second piece fails -> why, what was blocked, and only the refused lines of the first', async () => {
  const bench = await start(1);
  const lines = ['abc', ...numbered(4_999), 'def', '9'.repeat(201)];
  const end = await block(bench, lines);
  expect(end).toMatchObject({ failure: { key: 'error.unavailable', params: { blocked: 4_999, handled: 5_000 } } });
  expect(end).toHaveProperty('failure.fields', { 'numbers.1': MALFORMED });
});

test('the first piece fails -> only why', async () => {
  const bench = await start(0);
  const end = await block(bench, numbered(5_001));
  expect(end).toMatchObject({ failure: { key: 'error.unavailable' } });
  expect(end).not.toHaveProperty('failure.params.blocked');
});

test('a file -> its numbers, and no form is written into', async () => {
  const bench = await start();
  bench.server.on('PUT /api/blocked-contacts/file/file-1', ok({ numbers: ['5511983000001', 'não tem'] }));
  bench.adapters.files.keep('file-1', new Blob(['x']));
  expect(await save(bench, 'blockedContacts.file', 'file-1', { file_name: 'lista.csv' })).toMatchObject({
    type: 'form.saved',
    id: '5511983000001\nnão tem',
  });
  expect(bench.had('form.changed')).toEqual([]);
});

test('refused lines as a file -> no cell is a formula', async () => {
  const bench = await start();
  const rows = [
    ['Número', 'Motivo'],
    ['=1+1', 'a "b"'],
  ];
  expect(await save(bench, 'download', 'rows', { rows, file_name: 'recusados.csv' })).toMatchObject({
    type: 'form.saved',
  });
  const [saved] = bench.environment.saved;
  expect([saved?.name, (await saved?.file.text())?.trim().split('\r\n')]).toEqual([
    'recusados.csv',
    ['"Número";"Motivo"', '"\'=1+1";"a ""b"""'],
  ]);
});
