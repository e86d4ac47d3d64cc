import styles from './MessageFile.module.css';

interface FirstPageProps {
  /** Undefined until it is there. */
  readonly url?: string;
  /** The element could not load it. */
  readonly onBroken?: () => void;
}

/** The top of a PDF's first page, over its name. Its place has the same height before it is there. */
export function FirstPage({ url, onBroken }: FirstPageProps) {
  return (
    <span className={styles.page} data-page="">
      {url !== undefined && <img src={url} alt="" onError={onBroken} />}
    </span>
  );
}
