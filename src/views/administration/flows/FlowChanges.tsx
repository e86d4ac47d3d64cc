import { nodeAt } from '../../../../flows/exits.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { changesBetween, type FlowChange } from './compare.ts';
import { useFlowWords } from './use-flow-words.ts';
import styles from './Dialogs.module.css';

interface ChangesProps {
  readonly before: Flow;
  readonly after: Flow;
}

/** What differs between two versions, in words. */
export function FlowChanges({ before, after }: ChangesProps) {
  const text = useText();
  const was = useFlowWords(before);
  const is = useFlowWords(after);
  const changes = changesBetween(before, after);
  const wordsOf = (change: FlowChange): string => {
    const step = change.of === 'removed' ? was.step(change.step) : is.step(change.step);
    if (change.of !== 'exit') return text(`flow.change.${change.of}`, { step });
    const node = nodeAt(after, change.step) ?? nodeAt(before, change.step);
    return text('flow.change.exit', {
      step,
      exit: node === undefined ? change.exit : is.exit(node, change.exit),
      to: change.to === null ? text('flow.exit.loose') : is.step(change.to),
      before: change.before === null ? text('flow.exit.loose') : was.step(change.before),
    });
  };
  if (changes.length === 0) return <p>{text('flow.changes.none')}</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.of} ${change.step} ${change.of === 'exit' ? change.exit : ''}`}>
          <Tag tone={change.of === 'added' ? 'success' : change.of === 'removed' ? 'danger' : 'warning'}>
            {text(
              change.of === 'added'
                ? 'flow.change.new'
                : change.of === 'removed'
                  ? 'flow.change.gone'
                  : 'flow.change.other',
            )}
          </Tag>
          <span>{wordsOf(change)}</span>
        </li>
      ))}
    </ul>
  );
}
