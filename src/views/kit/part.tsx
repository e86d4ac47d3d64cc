import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Banner } from './Banner.tsx';
import { Button, IconButton } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { RefreshIcon } from './icons.tsx';
import { onNetworkBack } from './network-back.ts';
import styles from './part.module.css';
import { useText } from './useText.ts';

/** Loading code fails after this long (milliseconds), as the specification says. */
export const PART_TIMEOUT_MS = 120_000;

export interface PartOptions<Props> {
  /** Shown while loading. */
  readonly fallback?: (props: Props) => ReactNode;
  /** Whether it fills a screen, and so shows its load error in place; otherwise a notice over the page does. */
  readonly isScreen?: boolean;
  /** Whether it has a place on the screen that shows its load error, and offers to load it again; `bar`: as a button. */
  readonly isInPlace?: boolean | 'bar';
  /** Whether it is currently invisible, so that a load error is not shown either. */
  readonly isHidden?: (props: Props) => boolean;
  /**
   * For a part that a press opens: undoes the press when its error is dismissed or the network is back. It then loads
   * without opening, as the user has moved on.
   */
  readonly onClose?: (props: Props) => void;
}

/** Loads the code of a part. What it loaded is drawn at once the next time, so nothing changes its height. */
export interface LoadPart<Props> {
  (): Promise<ComponentType<Props>>;
  loaded?: ComponentType<Props>;
}

/** Loads a part that may use react-aria's components. */
export async function loadPart<Props extends object>(load: LoadPart<Props>): Promise<ComponentType<Props>> {
  const [Loaded, { AriaLocale }] = await Promise.all([load(), import('./aria-locale.tsx')]);
  return (load.loaded ??= (props) => (
    <AriaLocale>
      <Loaded {...props} />
    </AriaLocale>
  ));
}

/**
 * A component whose code loads when it is first shown. If that fails, the rest of the page stays usable and the user
 * can retry. It retries by itself when the network is back, but a part opened by a press stays closed then.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, isScreen = false, isInPlace = false, isHidden, onClose }: PartOptions<Props> = {},
) {
  // React caches a failed `lazy`, so each retry needs a new one.
  const create = () =>
    lazy(async () => {
      try {
        return { default: await withTimeout(loadPart(load)) };
      } catch (error) {
        latest = create();
        throw new PartLoadError('A part of the screen did not load', { cause: error });
      }
    });
  let latest = create();

  return function Part(props: Props) {
    const [{ Loaded, tries }, setLoaded] = useState(() => ({ Loaded: latest, tries: 0 }));
    const [isClosed, setClosed] = useState(false);
    const retry = () => setLoaded({ Loaded: latest, tries: tries + 1 });
    const close = () => (onClose === undefined ? setClosed(true) : onClose(props));
    const onOnline = () => {
      onClose?.(props);
      retry();
      // Preloads the closed part for the next press.
      if (onClose !== undefined) load().catch(() => undefined);
    };
    const isQuiet = isClosed || isHidden?.(props) === true;
    return (
      <PartBoundary
        key={tries}
        error={
          <PartError
            isScreen={isScreen}
            isInPlace={isInPlace}
            isQuiet={isQuiet}
            onRetry={retry}
            onClose={close}
            onOnline={onOnline}
          />
        }
      >
        <Suspense fallback={fallback?.(props)}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface PartErrorProps {
  readonly isScreen: boolean;
  readonly isInPlace: boolean | 'bar';
  /** Whether to hide the error. */
  readonly isQuiet: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
  /** Called when the network is back. */
  readonly onOnline?: () => void;
}

/** Reports that a part or its texts failed to load: in place where it has one, otherwise over the page. */
export function PartError({ isScreen, isInPlace, isQuiet, onRetry, onClose, onOnline }: PartErrorProps) {
  const text = useText();
  const online = useEffectEvent(() => onOnline?.());
  const retry = useEffectEvent(onRetry);
  useEffect(() => onNetworkBack(() => online()), []);
  const wasQuiet = useRef(isQuiet);
  useEffect(() => {
    // Opened again after it was hidden: retry.
    if (wasQuiet.current && !isQuiet) retry();
    wasQuiet.current = isQuiet;
  }, [isQuiet]);
  if (isQuiet) return null;
  if (isScreen) return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
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

class PartLoadError extends Error {}

interface PartBoundaryProps {
  readonly error: ReactNode;
  readonly children: ReactNode;
}

/** Catches load errors of a part; other errors pass through. */
class PartBoundary extends Component<PartBoundaryProps, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartLoadError)) throw error;
    return this.props.error;
  }
}

function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Too late')), PART_TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
