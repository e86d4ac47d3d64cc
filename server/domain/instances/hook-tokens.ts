/** How long a result is cached, also a missing one. */
const TOKEN_MS = 5_000;
const TOKENS_MAX = 10_000;
/** Concurrent look-ups: anybody can call a webhook, which must not exhaust the database connections. */
const LOOKUPS_AT_ONCE = 4;

type Find = (address: string) => Promise<string | undefined>;

/** Looks up tokens of addresses, a few at a time, with a short cache that includes misses. */
export function cachedTokens(find: Find): Find {
  const known = new Map<string, { token: ReturnType<Find>; until: number }>();
  const inTurn = turns(LOOKUPS_AT_ONCE);
  return (address) => {
    const remembered = known.get(address);
    if (remembered !== undefined && remembered.until > performance.now()) return remembered.token;
    known.delete(address);
    const token = inTurn(() => find(address));
    known.set(address, { token, until: performance.now() + TOKEN_MS });
    token.catch(() => known.delete(address));
    if (known.size > TOKENS_MAX) for (const oldest of known.keys().take(1)) known.delete(oldest);
    return token;
  };
}

/** Limits concurrency; the rest waits in order. */
function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
