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
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { onNetworkBack } from './network-back.ts';
import styles from './part.module.css';
import { useText } from './useText.ts';

/** Code that hasn't come after so long (milliseconds) isn't coming: the specification's time. */
export const PART_TIMEOUT_MS = 120_000;

export interface PartOptions<Props> {
  /** In its place while it is on its way. */
  readonly waiting?: (props: Props) => ReactNode;
  /** Whether it fills a screen, and so says in its place that it didn't come; else a notice over the page does. */
  readonly isScreen?: boolean;
  /** Whether nothing is to be seen of it now. */
  readonly isHidden?: (props: Props) => boolean;
  /**
   * For what a press asks for: takes that back, when its notice is closed or the network is back. It
   * then comes without being shown, as whoever asked does something else by now.
   */
  readonly onClose?: (props: Props) => void;
}

/**
 * A component whose code comes when it is first shown. When it doesn't come, the rest of the page
 * stays, and one may try again; so it does by itself when the network is back, but what was asked for
 * by a press never opens later by itself.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, isScreen = false, isHidden, onClose }: PartOptions<Props> = {},
) {
  // React keeps a failure for good, so what is tried after one is another component.
  const create = () =>
    lazy(async () => {
      try {
        return { default: await inTime(load()) };
      } catch (error) {
        latest = create();
        throw new PartMissing('A part of the screen did not load', { cause: error });
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
      // Also for what is taken away by that, so that it is there the next time.
      if (onClose !== undefined) load().catch(() => undefined);
    };
    const isQuiet = isClosed || isHidden?.(props) === true;
    return (
      <PartBoundary
        key={tries}
        missing={<Missing isScreen={isScreen} isQuiet={isQuiet} onRetry={retry} onClose={close} onOnline={onOnline} />}
      >
        <Suspense fallback={waiting?.(props)}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface MissingProps {
  readonly isScreen: boolean;
  /** Whether nothing is said of it now. */
  readonly isQuiet: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
  /** The network is back. */
  readonly onOnline?: () => void;
}

/** Says that a part, or its texts, didn't come: in its place for a screen, else over the page. */
export function Missing({ isScreen, isQuiet, onRetry, onClose, onOnline }: MissingProps) {
  const text = useText();
  const online = useEffectEvent(() => onOnline?.());
  const again = useEffectEvent(onRetry);
  useEffect(() => onNetworkBack(() => online()), []);
  const wasQuiet = useRef(isQuiet);
  useEffect(() => {
    // Asked for anew.
    if (wasQuiet.current && !isQuiet) again();
    wasQuiet.current = isQuiet;
  }, [isQuiet]);
  if (isQuiet) return null;
  if (isScreen) return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
  const retry = (
    <Button size="sm" onPress={onRetry}>
      {text('action.retry')}
    </Button>
  );
  return (
    <Banner tone="danger" className={styles.missing} action={retry} onClose={onClose}>
      {text('error.chunk')}
    </Banner>
  );
}

class PartMissing extends Error {}

interface PartBoundaryProps {
  readonly missing: ReactNode;
  readonly children: ReactNode;
}

/** Catches that a part didn't come; what goes wrong in one that did isn't its business. */
class PartBoundary extends Component<PartBoundaryProps, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartMissing)) throw error;
    return this.props.missing;
  }
}

function inTime<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Too late')), PART_TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
