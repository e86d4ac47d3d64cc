import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { isSingleKey, isStroke, type Shortcut } from './shortcut.ts';

interface Registered {
  readonly shortcut: Shortcut;
  /** Undefined for keys that a control handles itself; those are only listed. */
  readonly run: (() => void) | undefined;
  /** Whether it would do anything now. */
  readonly isUsable: () => boolean;
}

/** A shortcut that can be carried out without its keys. */
interface RunnableShortcut {
  readonly shortcut: Shortcut;
  readonly run: () => void;
}

interface ShortcutsValue {
  readonly isMac: boolean;
  readonly register: (entry: Registered) => () => void;
  /** Lists what is registered now. */
  readonly publish: () => void;
}

const ShortcutsContext = createContext<ShortcutsValue | undefined>(undefined);
const ListContext = createContext<readonly Registered[]>([]);

interface ShortcutsProviderProps {
  /** Whether single characters are shortcuts; speech-input users turn them off (WCAG 2.1.4). */
  readonly hasSingleKeys: boolean;
  readonly isMac?: boolean;
  /** Disables all shortcuts, while the screen is locked. */
  readonly isOff?: boolean;
  readonly children: ReactNode;
}

/** Handles the shortcuts of the mounted views, and lists them for `?`. */
export function ShortcutsProvider({
  hasSingleKeys,
  isMac = isApple(),
  isOff = false,
  children,
}: ShortcutsProviderProps) {
  const entries = useRef(new Set<Registered>());
  const [listed, setListed] = useState<readonly Registered[]>([]);

  const value = useMemo<ShortcutsValue>(
    () => ({
      isMac,
      register: (entry) => {
        entries.current.add(entry);
        return () => void entries.current.delete(entry);
      },
      publish: () => setListed([...entries.current]),
    }),
    [isMac],
  );

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isOff || event.defaultPrevented || event.isComposing) return;
    const isAbove = isInWindow(event.target);
    for (const { shortcut, run } of [...entries.current].toReversed()) {
      if (run === undefined || (isAbove && !shortcut.isAbove) || !isStroke(shortcut.keys, event, isMac)) continue;
      if (isSingleKey(shortcut.keys) && (!hasSingleKeys || isWriting(event.target))) continue;
      event.preventDefault();
      run();
      return;
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <ShortcutsContext value={value}>
      <ListContext value={listed}>{children}</ListContext>
    </ShortcutsContext>
  );
}

/**
 * Registers a shortcut while the view is mounted; the newest view wins. Without `run` it is only listed, as the control
 * handles its keys itself; false while it wouldn't do anything. The shortcut must be a constant outside the component.
 * `isUsable`: checked when it is offered, for conditions beyond the view.
 */
export function useShortcut(
  shortcut: Shortcut | false,
  run?: () => void,
  { isUsable }: { readonly isUsable?: () => boolean } = {},
): void {
  const context = use(ShortcutsContext);
  const onRun = useEffectEvent(() => run?.());
  // Read while the palette renders, where an effect event may not be called.
  const usable = useRef(isUsable);
  useEffect(() => {
    usable.current = isUsable;
  });
  const isListedOnly = run === undefined;
  // With its buttons on the screen, its keys work. What lists them renders again after the paint.
  useLayoutEffect(
    () =>
      shortcut === false
        ? undefined
        : context?.register({
            shortcut,
            run: isListedOnly ? undefined : () => onRun(),
            isUsable: () => usable.current?.() ?? true,
          }),
    [context, shortcut, isListedOnly],
  );
  useEffect(() => {
    context?.publish();
    return () => context?.publish();
  }, [context, shortcut, isListedOnly]);
}

/** The shortcuts that work now, in the order their views mounted. */
export function useActiveShortcuts(): readonly Shortcut[] {
  const listed = use(ListContext);
  // Asked once: what they depend on, as the focused row, is another once their list has the focus.
  return useMemo(() => listed.filter(({ isUsable }) => isUsable()).map(({ shortcut }) => shortcut), [listed]);
}

/** Those of them that can be carried out without their keys; of two with the same keys the newest. */
export function useRunnableShortcuts(): readonly RunnableShortcut[] {
  const byKeys = new Map<string, RunnableShortcut>();
  for (const { shortcut, run, isUsable } of use(ListContext)) {
    if (run !== undefined && isUsable()) byKeys.set(shortcut.keys, { shortcut, run });
  }
  return [...byKeys.values()];
}

/** Whether to show keys as on a Mac. */
export function useIsMac(): boolean {
  return use(ShortcutsContext)?.isMac ?? false;
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** An open dialog or menu handles its own keys. */
function isInWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target);
}

function isTextInput(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && !/^(button|checkbox|radio|range|submit|reset)$/.test(target.type);
}
