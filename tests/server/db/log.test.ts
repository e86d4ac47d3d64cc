import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../../../server/log.ts';

function recorder() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog({ level: 'trace', destination }), text: () => lines.join('') };
}

test('secrets are not in the log, wherever they stand', () => {
  const { log, text } = recorder();
  log.info(
    { password: 'P1', user: { token: 'P2' }, req: { headers: { authorization: 'Bearer P3', cookie: 'P4' } } },
    'x',
  );
  log.info({ access_token: 'P5', headers: { 'x-hub-signature-256': 'P6', 'set-cookie': ['P7'] } }, 'x');
  expect(text()).not.toMatch(/P\d/);
  expect(text()).toContain('[redacted]');
});

test('an error is logged with its cause, without its attached objects', () => {
  const { log, text } = recorder();
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: '57P01',
    client: { connectionParameters: { password: 'P1' } },
    detail: 'Key (email)=(P2) already exists.',
  });
  log.error({ err: error }, 'x');
  expect(text()).toMatch(/outer.*57P01.*inner/);
  expect(text()).not.toMatch(/P[12]\b/);
});
