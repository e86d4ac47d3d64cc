import { Panel, useReactFlow, useViewport } from '@xyflow/react';
import { FunnelIcon, MinusIcon, PlusIcon } from '../../../kit/administration-icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { ArrangeIcon, FitIcon } from '../step-icons.tsx';
import type { Funnel } from '../use-funnel.ts';
import { FIT } from './fit.ts';
import styles from './Canvas.module.css';

interface ToolsProps {
  readonly onArrange: () => void;
  readonly funnel: Funnel | null;
  /** Whether the funnel is shown. */
  readonly hasFunnel: boolean;
  readonly onFunnel: () => void;
}

/** Zoom, the whole drawing, arranging it, and the funnel. */
export function CanvasTools({ onArrange, funnel, hasFunnel, onFunnel }: ToolsProps) {
  const text = useText();
  const formats = useFormats();
  const { zoom } = useViewport();
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left">
      <div className={styles.tools} role="toolbar" aria-label={text('flow.canvas.tools')}>
        <button type="button" aria-label={text('flow.canvas.zoomOut')} onClick={() => void zoomOut()}>
          <MinusIcon size={14} />
        </button>
        <button type="button" title={text('flow.canvas.zoomFull')} onClick={() => void zoomTo(1)}>
          <output>{formats.percent(zoom)}</output>
        </button>
        <button type="button" aria-label={text('flow.canvas.zoomIn')} onClick={() => void zoomIn()}>
          <PlusIcon size={14} />
        </button>
        <button
          type="button"
          aria-label={text('flow.canvas.fit')}
          title={text('flow.canvas.fit')}
          onClick={() => void fitView(FIT)}
        >
          <FitIcon size={15} />
        </button>
        <hr aria-hidden="true" />
        <button type="button" onClick={onArrange}>
          <ArrangeIcon size={15} />
          {text('flow.canvas.arrange')}
        </button>
        {funnel !== null && (
          <button type="button" aria-pressed={hasFunnel} onClick={onFunnel}>
            <FunnelIcon size={15} />
            {text('flow.funnel.of', { number: funnel.number })}
          </button>
        )}
      </div>
    </Panel>
  );
}
