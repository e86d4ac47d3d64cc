import type { RestCall } from '../../../contract/rest/call.ts';
import type { Attempt, Outcome } from '../calls/call.ts';
import { describeIssues, parseJson, sampleOf } from '../calls/issues.ts';
import { baseOf } from '../calls/base.ts';
import { classifyStatus } from '../calls/refusals.ts';
import type { Environment } from '../environment.ts';

export interface RestRequest<Body> {
  readonly body?: Body;
  /** Values of the path's `:name`s. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The answer contains a token, so nothing of it may be logged. */
  readonly secret?: true;
}

function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** One attempt of a back-office call. Never rejects; failures are also logged to the console. */
export async function sendRest<Body, Answer>(
  environment: Pick<Environment, 'fetch' | 'console' | 'page'>,
  call: RestCall<Body, Answer>,
  request: RestRequest<Body>,
  { config, token, signal }: Attempt,
): Promise<Outcome<Answer>> {
  const query = request.query ? `?${new URLSearchParams(request.query).toString()}` : '';
  const outcome = await exchange();
  if (outcome.kind !== 'answered') environment.console.error(`${call.method} ${call.path}: ${outcome.kind}`);
  return outcome;

  async function exchange(): Promise<Outcome<Answer>> {
    let status: number;
    let text: string;
    try {
      const response = await environment.fetch(
        `${baseOf(config.backoffice, environment.page.origin)}${pathOf(call.path, request.params)}${query}`,
        {
          method: call.method,
          headers: {
            accept: 'application/json',
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
          // The login's response sets the refresh cookie.
          credentials: 'include',
          signal,
        },
      );
      status = response.status;
      text = await response.text();
    } catch {
      return { kind: 'lost' };
    }
    if (status < 200 || status > 299) return classifyStatus(status, text, environment.console);
    const parsed = call.answer.safeParse(parseJson(text));
    if (parsed.success) return { kind: 'answered', answer: parsed.data };
    const sample = request.secret ? '' : sampleOf(text);
    return { kind: 'unreadable', status, reason: `${call.path} ${describeIssues(parsed.error)}`, sample };
  }
}
