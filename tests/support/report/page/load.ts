/* Data comes by scripts that call `take`: a page from a file may fetch nothing. */

const taken = new Map<string, unknown>();
const waiting = new Map<string, (value: unknown) => void>();

declare global {
  interface Window {
    take: (name: string, value: unknown) => void;
  }
}

/** Hands over what a script beside the page brings, `onPage` what the page itself is. */
export function listen(onPage: (name: string, value: unknown) => void): void {
  window.take = (name, value) => {
    taken.set(name, value);
    const wait = waiting.get(name);
    if (wait === undefined) onPage(name, value);
    else wait(value);
  };
}

/** What the writer put under the name, which is trusted to be of the type that it wrote. */
export function load<Value>(name: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const give = (value: unknown): void => resolve(value as Value);
    if (taken.has(name)) {
      give(taken.get(name));
      return;
    }
    waiting.set(name, give);
    const script = document.createElement('script');
    script.src = `${name}.js`;
    script.addEventListener('error', () => reject(new Error(script.src)));
    document.head.append(script);
  });
}
