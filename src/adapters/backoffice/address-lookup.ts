import { ip } from '../../../contract/rest/ip.ts';
import type { ClientConfig } from '../../../contract/rest/config.ts';
import { parseJson } from '../calls/issues.ts';
import type { Environment } from '../environment.ts';

/** A login doesn't wait longer (milliseconds) for the address. */
const LOOKUP_TIMEOUT_MS = 3_000;

/** The address the browser is seen with; null, with an error in the browser's log, when it can't be known. */
export async function lookUpAddress(
  environment: Pick<Environment, 'fetch' | 'console' | 'after' | 'page'>,
  config: ClientConfig,
): Promise<string | null> {
  if (config.ip_lookup === null) return null;
  const abort = new AbortController();
  const endWait = environment.after(LOOKUP_TIMEOUT_MS, () => abort.abort());
  try {
    // No credentials: the lookup may be a third party's.
    const response = await environment.fetch(new URL(config.ip_lookup, environment.page.origin), {
      signal: abort.signal,
      credentials: 'omit',
    });
    const answer = ip.answer.parse(parseJson(await response.text()));
    return answer.ip;
  } catch {
    environment.console.error('Erro ao buscar o endereço IP');
    return null;
  } finally {
    endWait();
  }
}
