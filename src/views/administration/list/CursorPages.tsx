import { ChevronLeftIcon, ChevronRightIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './CursorPages.module.css';

interface CursorPagesProps {
  /** What the page shows, in words. */
  readonly range: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Leads through a list whose pages aren't counted. */
export function CursorPages({ range, hasPrevious, hasNext, onPrevious, onNext }: CursorPagesProps) {
  const text = useText();
  return (
    <div className={styles.pages}>
      <span role="status">{range}</span>
      <IconButton
        size="sm"
        label={text('table.previous')}
        icon={<ChevronLeftIcon />}
        isDisabled={!hasPrevious}
        onPress={onPrevious}
      />
      <IconButton
        size="sm"
        label={text('table.next')}
        icon={<ChevronRightIcon />}
        isDisabled={!hasNext}
        onPress={onNext}
      />
    </div>
  );
}
