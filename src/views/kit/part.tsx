import { use, useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { Area } from '../../i18n/area.ts';
import { AreasContext, useAreas } from './areas.ts';
import { Banner } from './Banner.tsx';
import { Button, IconButton } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { RefreshIcon } from './icons.tsx';
import { onNetworkBack } from './network-back.ts';
import styles from './part.module.css';
import { useText } from './useText.ts';

const noAreas: readonly Area[] = [];

/** Loading code fails after this long (milliseconds), as the specification says. */
export const PART_TIMEOUT_MS = 120_000;

interface PartOptions<Props> {
  /** Shown while loading. */
  readonly fallback?: (props: Props) => ReactNode;
  /** Whether it fills a screen, and so shows its load error in place; otherwise a notice over the page does. */
  readonly isScreen?: boolean;
  /**
   * Whether it has a place on the screen that shows its load error, and offers to load it again; `bar`: as a button,
   * `below`: under its fallback.
   */
  readonly isInPlace?: boolean | 'bar' | 'below';
  /** Whether nobody misses it: its fallback stays when it doesn't load. */
  readonly isExtra?: boolean;
  /** Whether it is currently invisible, so that a load error is not shown either. */
  readonly isHidden?: (props: Props) => boolean;
  /**
   * For a part that a press opens: undoes the press when its error is dismissed or the network is back. It then loads
   * without opening, as the user has moved on.
   */
  readonly onClose?: (props: Props) => void;
}

interface Preloadable {
  /** Loads the code ahead: what is there by the first render is drawn by it. */
  readonly preload: () => Promise<void>;
}

/** Loads a part that may use react-aria's components. */
async function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Loaded, { AriaLocale }] = await withTimeout(Promise.all([load(), import('./aria-locale.tsx')]));
  return (props) => (
    <AriaLocale>
      <Loaded {...props} />
    </AriaLocale>
  );
}

/**
 * A component whose code and texts load when it is first shown. If that fails, the rest of the page stays usable and
 * the user can retry. It retries by itself when the network is back, but a part opened by a press stays closed then.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  areas: readonly Area[] = noAreas,
  options: PartOptions<Props> = {},
): ComponentType<Props> & Preloadable {
  const { fallback, isScreen = false, isInPlace = false, isExtra = false, isHidden, onClose } = options;
  // Drawn at once the next time, so nothing changes its height.
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<void> => {
    const Part = await loadPart(load);
    loaded ??= Part;
  };

  function Part(props: Props) {
    const texts = useAreas(areas);
    const { request } = use(AreasContext);
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const [isClosed, setClosed] = useState(false);
    const [tries, setTries] = useState(0);
    const retry = () => {
      setFailed(false);
      setTries(tries + 1);
    };
    const onNetwork = useEffectEvent(() => {
      if (!hasFailed) return;
      if (onClose === undefined) return retry();
      // It goes away with this: its code is there for the next press.
      load().catch(() => undefined);
      onClose(props);
      setFailed(false);
    });
    useEffect(() => onNetworkBack(() => onNetwork()), []);
    useEffect(() => {
      if (Loaded !== undefined) return undefined;
      let isCurrent = true;
      loadOnce().then(
        () => isCurrent && setLoaded(() => loaded),
        () => isCurrent && setFailed(true),
      );
      return () => {
        isCurrent = false;
      };
    }, [Loaded, tries]);
    // One that a press opens stays failed until the next press, even if another part loads its texts meanwhile.
    if (texts === 'failed' && !hasFailed && onClose !== undefined) setFailed(true);
    if (Loaded !== undefined && texts === 'ready' && !hasFailed) return <Loaded {...props} />;
    const isMissing = !isExtra && (hasFailed || texts === 'failed');
    return (
      <>
        {(!isMissing || isInPlace === 'below') && fallback?.(props)}
        {isMissing && (
          <PartError
            isScreen={isScreen}
            isInPlace={isInPlace}
            isQuiet={isClosed || isHidden?.(props) === true}
            onRetry={() => {
              retry();
              request(areas);
            }}
            onClose={() => (onClose === undefined ? setClosed(true) : onClose(props))}
          />
        )}
      </>
    );
  }
  return Object.assign(Part, { preload: loadOnce });
}

interface PartErrorProps {
  readonly isScreen: boolean;
  readonly isInPlace: boolean | 'bar' | 'below';
  /** Whether to hide the error. */
  readonly isQuiet: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Reports that a part or its texts failed to load: in place where it has one, otherwise over the page. */
export function PartError({ isScreen, isInPlace, isQuiet, onRetry, onClose }: PartErrorProps) {
  const text = useText();
  const retry = useEffectEvent(onRetry);
  const wasQuiet = useRef(isQuiet);
  useEffect(() => {
    // Opened again after it was hidden: retry.
    if (wasQuiet.current && !isQuiet) retry();
    wasQuiet.current = isQuiet;
  }, [isQuiet]);
  if (isQuiet) return null;
  if (isScreen) return <LoadError onRetry={onRetry} />;
  if (isInPlace === 'bar') {
    const label = `${text('error.part')} ${text('action.retry')}`;
    return <IconButton size="sm" label={label} icon={<RefreshIcon />} onPress={onRetry} />;
  }
  if (isInPlace) return <PartMissing onRetry={onRetry} />;
  const button = (
    <Button size="sm" onPress={onRetry}>
      {text('action.retry')}
    </Button>
  );
  return (
    <Banner tone="danger" className={styles.missing} action={button} onClose={onClose}>
      {text('error.chunk')}
    </Banner>
  );
}

/** Says in its place that a part of the page didn't load, and offers to try again. */
export function PartMissing({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <Banner
      tone="warning"
      className={styles.inPlace}
      action={
        <Button size="sm" onPress={onRetry}>
          {text('action.retry')}
        </Button>
      }
    >
      {text('error.part')}
    </Banner>
  );
}

/** A chunk of the app failed to load. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
}

function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Too late')), PART_TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
