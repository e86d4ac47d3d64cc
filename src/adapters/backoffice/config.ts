import { config as configCall } from '../../../contract/rest/config.ts';
import type { ClientConfig } from '../../../contract/rest/config.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import { describeIssues, parseJson } from '../calls/issues.ts';
import type { Environment } from '../environment.ts';

/** A backend that is known already. */
export function knownConfig(config: ClientConfig): ConfigSource {
  return async () => config;
}

/**
 * Reads `/config.json` of the page's own origin when first asked, and again after a failure; null
 * while it can't be read.
 */
export function servedConfig(environment: Pick<Environment, 'fetch' | 'page' | 'console'>): ConfigSource {
  let reading: Promise<ClientConfig | null> | null = null;

  async function read(): Promise<ClientConfig | null> {
    try {
      const response = await environment.fetch(`${environment.page.origin}${configCall.path}`, { cache: 'no-cache' });
      const parsed = configCall.answer.safeParse(parseJson(await response.text()));
      if (parsed.success) return parsed.data;
      environment.console.error(`${configCall.path}: ${describeIssues(parsed.error)}`);
    } catch {
      // No answer: whoever asked fails as for any lost connection, and the next one asks again.
    }
    reading = null;
    return null;
  }

  return () => (reading ??= read());
}
