import { BaseEdge, EdgeLabelRenderer, getSmoothStepPath, Position, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { useText } from '../../../kit/useText.ts';
import type { ExitEdge } from './boxes.ts';
import { BOX_HEAD, BOX_WIDTH } from './drawing.ts';
import { rounded } from './rounded.ts';
import styles from './Canvas.module.css';

const RADIUS = 9;
const AROUND = 16;
/** Ports are measured to a pixel: a smaller difference is none. */
const LEVEL = 3;
/** Lines from elsewhere come in at the head. */
const BELOW_HEAD = 34;

/** Where an exit leads: at right angles, or around the box back to itself. */
export const ExitLine = memo(function ExitLine(props: EdgeProps<ExitEdge>) {
  const { source, target, sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = props;
  const { markerEnd, interactionWidth, data } = props;
  const text = useText();
  if (source !== target) {
    const isLevel = targetPosition === Position.Left && Math.abs(targetY - sourceY) < LEVEL;
    const y = isLevel ? sourceY : targetY;
    const [path] = getSmoothStepPath({
      sourceX: sourceX - 4,
      sourceY,
      sourcePosition,
      targetX: targetPosition === Position.Left ? targetX + 3 : targetX,
      targetY: targetPosition === Position.Top ? targetY + 3 : y,
      targetPosition,
      borderRadius: RADIUS,
      offset: AROUND,
    });
    return (
      <BaseEdge
        path={path}
        {...(markerEnd !== undefined && { markerEnd })}
        {...(interactionWidth !== undefined && { interactionWidth })}
      />
    );
  }
  const bottom = targetY - BOX_HEAD + (data?.height ?? 0) + AROUND;
  const left = targetX - AROUND;
  const right = sourceX + AROUND;
  const path = rounded(
    [
      [sourceX - 4, sourceY],
      [right, sourceY],
      [right, bottom],
      [left, bottom],
      [left, targetY + BELOW_HEAD],
      [targetX + 3, targetY + BELOW_HEAD],
    ],
    RADIUS,
  );
  return (
    <>
      <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
      <EdgeLabelRenderer>
        <span
          className={styles.loop}
          style={{ width: BOX_WIDTH, transform: `translate(${targetX}px, ${bottom + 4}px)` }}
          data-as={data?.as}
        >
          {text('flow.canvas.back')}
        </span>
      </EdgeLabelRenderer>
    </>
  );
});
