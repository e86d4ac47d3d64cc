/** How long a token is kept, or that there is none. */
const TOKEN_MS = 5_000;
const TOKENS_MAX = 10_000;
/** Anybody can call a webhook of an address, so that looking them up must not take the connections of everybody else. */
const LOOKUPS_AT_ONCE = 4;

type Find = (address: string) => Promise<string | undefined>;

/** Finds the tokens of addresses, a few at a time; keeps for a moment what was found, and that nothing was. */
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

/** Runs so much work at a time; the rest waits in order. */
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
