import { expect, test } from 'vitest';
import { ACCESS_TOKEN_MS } from '../../../contract/facts/limits.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import { startWorld } from '../account/world.ts';

const OFFICE = '203.0.113.5';

test('a renewal with a token that is too old is its user’s call, not its address’s; the token alone renews nothing', async () => {
  const calls = { ...DEFAULT_RATES.calls, address: 3 };
  const world = await startWorld({ config: { rates: { ...DEFAULT_RATES, windowMs: 300_000, calls } } });
  try {
    const entered = await world.logIn('bia@brisa.example');
    const cookie = entered.cookie?.split(';')[0] ?? '';
    const token = await world.server.tokenOf('bia@brisa.example');
    world.clock.advance(ACCESS_TOKEN_MS + 1_000);
    const renew = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.url}/brisa/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': OFFICE, ...headers },
        body: JSON.stringify({ query: refreshToken.document }),
      });
      return { status: response.status, text: await response.text() };
    };
    // Somebody behind the office's address asks for all that it may.
    for (let index = 0; index < 3; index += 1) {
      await world.call('GET', '/api/ip', undefined, { address: OFFICE });
    }
    expect((await renew({ cookie })).status).toBe(429);
    const authorization = `Bearer ${token}`;
    const alone = await renew({ authorization });
    expect([alone.status, alone.text]).toEqual([401, expect.not.stringContaining('"token"')]);
    expect((await renew({ authorization: `${authorization}x`, cookie })).status).toBe(429);
    const renewed = await renew({ authorization, cookie });
    expect([renewed.status, renewed.text]).toEqual([200, expect.stringContaining('"token":"')]);
  } finally {
    await world.server.stop();
  }
});
