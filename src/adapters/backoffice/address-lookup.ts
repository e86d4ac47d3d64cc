import { ip } from '../../../contract/rest/ip.ts';
import type { ClientConfig } from '../../../contract/rest/config.ts';
import { parseJson } from '../calls/issues.ts';
import type { Environment } from '../environment.ts';

/** A login waits at most this long for the address (milliseconds). */
const LOOKUP_TIMEOUT_MS = 3_000;

/** The browser's public address; null, with an error in the console, if it can't be determined. */
export async function lookUpAddress(
  environment: Pick<Environment, 'fetch' | 'console' | 'after' | 'page'>,
  config: ClientConfig,
): Promise<string | null> {
  if (config.ip_lookup === null) return null;
  const abort = new AbortController();
  const endWait = environment.after(LOOKUP_TIMEOUT_MS, () => abort.abort());
  try {
    // No credentials, as the lookup may be a third party's.
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
