import { expect, test, vi } from 'vitest';
import { hashNewPassword } from '../../../server/domain/auth/new-password.ts';
import { DEMO_PASSWORD, isPassword } from '../../../server/domain/auth/passwords.ts';
import { requireUncommonPassword } from '../../../server/domain/auth/password-rules.ts';

const OWNER = {
  name: 'Ana Lima',
  username: 'ana',
  email: 'ana@aurora.example',
  company: 'Aurora',
  tenantName: 'aurora',
};
const verdict = (password: string): Promise<unknown> =>
  requireUncommonPassword(password, OWNER).catch((error: unknown) => error);

/** Each look-up is some microseconds in which the server does nothing else. */
const LOOK_UPS_MAX = 20_000;

test.each([
  ['characters that fold to four', '⑽⑿'.repeat(512)],
  ['a character that folds to eighteen', 'ﷺ'.repeat(1024)],
  ['digits', '8296'.repeat(256)],
  ['signs that stand for letters', '@.$.4!4!.50304$..!$$13!00!.51.@5$@51$0513.$0!!!1$4@15$11$4@3..'.repeat(16)],
  ['the same beside a letter', '@.$.4!4!.50304$..!a$$13!00!.51.@5$@51$0513.$0!!!1$4@15$11$4@3..'.repeat(16)],
  ['letters', 'xkqz'.repeat(256)],
])('a long password of %s asks the list a bounded number of times', async (_name, password) => {
  await verdict('the list is read');
  const has = vi.spyOn(Set.prototype, 'has');
  try {
    await verdict(password.slice(0, 1024));
    expect(has.mock.calls.length).toBeGreaterThan(0);
    expect(has.mock.calls.length).toBeLessThan(LOOK_UPS_MAX);
  } finally {
    has.mockRestore();
  }
});

test('the demo’s password is chosen in the demo only', async () => {
  const chosen = (isDemo: boolean) => hashNewPassword({ isDemo }, DEMO_PASSWORD, OWNER);
  await expect(chosen(false)).rejects.toMatchObject({ code: 'INVALID', fields: { password: 'error.password.known' } });
  expect(await isPassword(await chosen(true), DEMO_PASSWORD)).toBe(true);
});
