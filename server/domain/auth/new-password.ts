import type { Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { DEMO_PASSWORD, hashPassword } from './passwords.ts';

/** The hash of a password that was chosen. A server that is not the demo refuses the demo's, as its login does. */
export async function hashNewPassword(services: Pick<Services, 'isDemo'>, password: string): Promise<string> {
  if (!services.isDemo && password === DEMO_PASSWORD) {
    throw invalid('error.form.invalid', { password: 'error.password.known' });
  }
  return hashPassword(password);
}
