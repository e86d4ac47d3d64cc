import { SearchField } from '../../kit/SearchField.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import type { StepSearch } from './use-step-search.ts';
import styles from './Editor.module.css';

interface CanvasSearchProps {
  readonly search: StepSearch;
  readonly chosen: string | null;
  readonly onGo: (step: string) => void;
}

/** Finds steps in the drawing: Enter goes from one to the next. */
export function CanvasSearch({ search: { search, setSearch, found }, chosen, onGo }: CanvasSearchProps) {
  const text = useText();
  const goOn = () => {
    if (found === null) return;
    const next = found[(chosen === null ? -1 : found.indexOf(chosen)) + 1] ?? found[0];
    if (next !== undefined) onGo(next);
  };
  return (
    <div className={styles.over} role="search">
      <SearchField label={text('flow.search')} value={search} onChange={setSearch} onSubmit={goOn} />
      <span role="status">
        <VisuallyHidden>{found !== null && text('flow.search.found', { count: found.length })}</VisuallyHidden>
      </span>
    </div>
  );
}
