import { expect } from 'vitest';

/** Something that a view began: where, and whether it is over. */
interface Begun {
  readonly what: string;
  readonly trace: Error;
  readonly isOver?: (() => boolean) | undefined;
}

const begun = new Map<unknown, Begun>();

/** The key of a listener: the same function may listen to several things. */
const keys = new WeakMap<object, Map<string, object>>();
function keyOf(target: object, type: string, listener: object, options: unknown): object {
  const ofListener = keys.get(listener) ?? new Map<string, object>();
  keys.set(listener, ofListener);
  const isCapture = options === true || flag(options, 'capture') === true;
  const name = `${idOf(target)} ${type} ${isCapture}`;
  const key = ofListener.get(name) ?? {};
  ofListener.set(name, key);
  return key;
}

const ids = new WeakMap<object, number>();
let lastId = 0;
function idOf(target: object): number {
  const id = ids.get(target) ?? (lastId += 1);
  ids.set(target, id);
  return id;
}

function flag(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}

/** React listens at its root for good. */
function isRoot(target: object): boolean {
  return target instanceof Element && Object.keys(target).some((key) => key.startsWith('_reactListening'));
}

interface Listening {
  readonly addEventListener: (
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => void;
  readonly removeEventListener: (
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) => void;
}

interface Observing {
  readonly observe: (this: MutationObserver, target: Node, options?: MutationObserverInit) => void;
  readonly disconnect: (this: MutationObserver) => void;
}

/** From now on what is listened to, observed and repeated is known, with where it was begun. */
export function watchBegun(): void {
  const listening: Listening = EventTarget.prototype;
  const { addEventListener, removeEventListener } = listening;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const isOnPage = this === window || this instanceof Node;
    if (listener !== null && isOnPage && flag(options, 'once') !== true && !isRoot(this)) {
      const signal = flag(options, 'signal');
      const isOver = signal instanceof AbortSignal ? () => signal.aborted : undefined;
      begun.set(keyOf(this, type, listener, options), { what: `a listener to ${type}`, trace: new Error(), isOver });
    }
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (listener !== null) begun.delete(keyOf(this, type, listener, options));
    removeEventListener.call(this, type, listener, options);
  };
  const observing: Observing = MutationObserver.prototype;
  const { observe, disconnect } = observing;
  MutationObserver.prototype.observe = function (target, options) {
    begun.set(this, { what: 'an observer', trace: new Error() });
    observe.call(this, target, options);
  };
  MutationObserver.prototype.disconnect = function () {
    begun.delete(this);
    disconnect.call(this);
  };
  const { setInterval: repeat, clearInterval: end } = globalThis;
  Object.assign(globalThis, {
    setInterval: (...given: Parameters<typeof repeat>) => {
      const timer = repeat(...given);
      begun.set(timer, { what: 'an interval', trace: new Error() });
      return timer;
    },
    clearInterval: (timer: Parameters<typeof end>[0]) => {
      begun.delete(timer);
      end(timer);
    },
  });
}

/** Nothing that a view began is left when no view is. */
export function checkNothingLeft(): void {
  const left = [...begun.values()].flatMap(({ what, trace, isOver }) => {
    const [by] = /src\/views\/\S+/u.exec(trace.stack?.split('\n', 4).join('\n') ?? '') ?? [];
    return by === undefined || isOver?.() === true ? [] : [`${what}, begun in ${by}`];
  });
  begun.clear();
  expect(left).toEqual([]);
}
