interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly expiresAt: number;
}

/** Cookies of one server, kept and sent by their path as a browser does; node's fetch keeps none. */
export interface CookieJar {
  readonly fetch: typeof globalThis.fetch;
  /** Value of the cookie that a request to the path would bear. */
  readonly value: (name: string, path: string) => string | undefined;
}

function covers(cookiePath: string, path: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
}

function parseCookie(line: string, requestPath: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const cut = pair.indexOf('=');
  const found = new Map(
    attributes.map((attribute) => {
      const [key = '', ...value] = attribute.split('=');
      return [key.toLowerCase(), value.join('=')];
    }),
  );
  const maxAge = found.get('max-age');
  const expires = found.get('expires');
  const expiresAt =
    maxAge !== undefined ? Date.now() + Number(maxAge) * 1000 : expires !== undefined ? Date.parse(expires) : Infinity;
  const path = found.get('path') ?? requestPath.slice(0, requestPath.lastIndexOf('/')) ?? '/';
  return { name: pair.slice(0, cut), value: pair.slice(cut + 1), path: path || '/', expiresAt };
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>();

  function matching(path: string): Cookie[] {
    return [...cookies.values()].filter((cookie) => covers(cookie.path, path) && cookie.expiresAt > Date.now());
  }

  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const sent = matching(pathname).map(({ name, value }) => `${name}=${value}`);
      const headers = new Headers(request.headers);
      if (sent.length > 0 && request.credentials !== 'omit') headers.set('cookie', sent.join('; '));
      const response = await fetch(input, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const cookie = parseCookie(line, pathname);
        cookies.set(`${cookie.path} ${cookie.name}`, cookie);
      }
      return response;
    },
    value: (name, path) => matching(path).find((cookie) => cookie.name === name)?.value,
  };
}
