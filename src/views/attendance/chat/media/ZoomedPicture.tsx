import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { selectHasSingleKeys } from '../../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { MinusIcon, PlusIcon } from '../../../kit/administration-icons.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { icon } from '../../../kit/Icon.tsx';
import { cx } from '../../../kit/cx.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { asItFits, movedBy, SCALE_MAX, turned, zoomedAt, type Point, type Zoom } from './zoom.ts';
import styles from './ZoomedPicture.module.css';

interface ZoomedPictureProps {
  readonly src: string;
  readonly alt: string;
  readonly onLoad: () => void;
  readonly onError: () => void;
}

/** How much larger a press or a key makes it. */
const STEP = 1.5;
/** How large a double click makes it. */
const CLOSE = 2.5;
/** How far a key moves it, in pixels. */
const KEY_MOVE = 80;
const TurnIcon = /* @__PURE__ */ icon('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4.5v5h-5');
const middle: Point = { x: 0, y: 0 };

/** A picture that is zoomed by wheel, two fingers, double click, buttons and keys, moved by dragging, and turned. */
export function ZoomedPicture({ src, alt, onLoad, onError }: ZoomedPictureProps) {
  const text = useText();
  const formats = useFormats();
  const hasSingleKeys = useSelector(useApp().directory.shell, selectHasSingleKeys);
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const [zoom, setZoom] = useState<Zoom>(asItFits);
  const isZoomed = zoom.scale > 1;
  const share = formats.percent(zoom.scale);

  const change = (next: (zoom: Zoom, size: { readonly width: number; readonly height: number }) => Zoom) => {
    const size = { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 };
    setZoom((before) => next(before, size));
  };
  const zoomBy = (by: number, at = middle) => change((before, size) => zoomedAt(before, by, at, size));
  const move = (by: Point) => change((before, size) => movedBy(before, by, size));
  const turn = () => setZoom(turned);
  const fit = () => setZoom(({ turns }) => ({ ...asItFits, turns }));
  /** From the middle of the stage. */
  const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    if (box === undefined) return middle;
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    // A trackpad's pinch comes as a wheel with Ctrl, in small steps.
    zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event));
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key, shiftKey } = event;
    if (shiftKey && key.startsWith('Arrow')) {
      const by = key === 'ArrowLeft' || key === 'ArrowUp' ? KEY_MOVE : -KEY_MOVE;
      move(key === 'ArrowLeft' || key === 'ArrowRight' ? { x: by, y: 0 } : { x: 0, y: by });
    } else if (!hasSingleKeys) return;
    else if (key === '+' || key === '=') zoomBy(STEP);
    else if (key === '-' || key === '_') zoomBy(1 / STEP);
    else if (key === '0') fit();
    else if (key.toLowerCase() === 'r') turn();
    else return;
    event.preventDefault();
    // Shift with an arrow isn't the next picture.
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const { current } = stage;
    const wheel = (event: WheelEvent) => onWheel(event);
    const key = (event: KeyboardEvent) => onKey(event);
    // React's own listener is passive, and the page would scroll.
    current?.addEventListener('wheel', wheel, { passive: false });
    document.addEventListener('keydown', key, { capture: true });
    return () => {
      current?.removeEventListener('wheel', wheel);
      document.removeEventListener('keydown', key, { capture: true });
    };
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    fingers.current.set(event.pointerId, pointOf(event));
    if (isZoomed || fingers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other === undefined) move({ x: now.x - before.x, y: now.y - before.y });
    else zoomBy(apart(now, other) / apart(before, other), between(now, other));
  };
  const onPointerEnd = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  return (
    <>
      <div
        ref={stage}
        className={cx(styles.stage, isZoomed && styles.zoomed, zoom.turns % 2 === 1 && styles.turned)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onPointerLeave={onPointerEnd}
        onDoubleClick={(event) => (isZoomed ? fit() : zoomBy(CLOSE, pointOf(event)))}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{
            transform: `translate(${zoom.x}px, ${zoom.y}px) rotate(${zoom.turns * 90}deg) scale(${zoom.scale})`,
          }}
          onLoad={onLoad}
          onError={onError}
        />
      </div>
      <div className={styles.tools} role="group" aria-label={text('media.zoom')}>
        <VisuallyHidden>
          <output>{share}</output>
        </VisuallyHidden>
        <IconButton
          size="sm"
          label={text('media.zoom.out')}
          icon={<MinusIcon />}
          aria-disabled={!isZoomed}
          onPress={() => zoomBy(1 / STEP)}
        />
        <button
          type="button"
          className={styles.share}
          aria-label={text('media.zoom.fit', { share })}
          title={text('media.zoom.fit', { share })}
          onClick={fit}
        >
          {share}
        </button>
        <IconButton
          size="sm"
          label={text('media.zoom.in')}
          icon={<PlusIcon />}
          aria-disabled={zoom.scale >= SCALE_MAX}
          onPress={() => zoomBy(STEP)}
        />
        <IconButton size="sm" label={text('media.zoom.turn')} icon={<TurnIcon />} onPress={turn} />
      </div>
    </>
  );
}

function apart(one: Point, other: Point): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
