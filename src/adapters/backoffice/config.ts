import { config as configCall } from '../../../contract/rest/config.ts';
import type { ClientConfig } from '../../../contract/rest/config.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import { describeIssues, parseJson } from '../calls/issues.ts';
import type { Environment } from '../environment.ts';

/** A fixed configuration. */
export function knownConfig(config: ClientConfig): ConfigSource {
  return async () => config;
}

/**
 * Loads `/config.json` from the page's origin on first use, and again after a failure; null while it can't be loaded.
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
      // The caller fails as for a lost connection; the next one retries.
    }
    reading = null;
    return null;
  }

  return () => (reading ??= read());
}
