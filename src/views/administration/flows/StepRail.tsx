import { FLOW_NODES_MAX } from '../../../../contract/facts/flows.ts';
import { useText } from '../../kit/useText.ts';
import { STEP_DRAG, stepIcons } from './step-icons.tsx';
import { STEP_KINDS, type StepKind } from './steps.ts';
import type { FlowWords } from './use-flow-words.ts';
import styles from './Editor.module.css';

interface RailProps {
  readonly words: FlowWords;
  /** Steps that there are. */
  readonly count: number;
  /** Whether they can be dragged into the drawing. */
  readonly isDraggable: boolean;
  readonly onAdd: (kind: StepKind) => void;
}

/** The kinds of steps: a press adds one behind the chosen one. */
export function StepRail({ words, count, isDraggable, onAdd }: RailProps) {
  const text = useText();
  return (
    <div className={styles.rail} role="toolbar" aria-orientation="vertical" aria-label={text('flow.steps.add')}>
      {STEP_KINDS.map((kind) => {
        const Sign = stepIcons[kind];
        return (
          <button
            key={kind}
            type="button"
            className={styles.tool}
            disabled={count >= FLOW_NODES_MAX}
            draggable={isDraggable}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(STEP_DRAG, kind);
              dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => onAdd(kind)}
          >
            <Sign size={19} />
            {words.kind(kind)}
          </button>
        );
      })}
    </div>
  );
}
