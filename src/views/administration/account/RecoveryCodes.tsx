import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { DocumentIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { Card } from './Card.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  /** One per line. */
  readonly codes: string;
  readonly email: string;
  readonly onDone: () => void;
}

/** The recovery codes, shown only once: to copy, download or print. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const text = useText();
  const [isKept, setKept] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const heading = text('account.codes.file', { email });
  const file = `${heading}\n\n${codes}\n`;
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    if (isKept) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isKept]);
  return (
    <Card title={text('account.codes.new')} lead={text('account.codes.new.lead')}>
      <Banner tone="warning">{text('account.codes.once')}</Banner>
      <div ref={list} tabIndex={-1} className={styles.sheet}>
        <p className={styles.heading}>{heading}</p>
        <ul role="list" className={styles.codes} aria-label={text('account.codes')}>
          {codes.split('\n').map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.tools}>
        <CopyButton value={codes}>{text('account.codes.copy')}</CopyButton>
        <Button size="sm" icon={<DownloadIcon />} onPress={() => download('balcao-codigos.txt', file)}>
          {text('account.codes.download')}
        </Button>
        <Button size="sm" icon={<DocumentIcon />} onPress={() => window.print()}>
          {text('account.codes.print')}
        </Button>
      </div>
      <div className={styles.end}>
        <Checkbox isSelected={isKept} onChange={setKept}>
          {text('account.codes.kept')}
        </Checkbox>
        <Button variant="primary" isDisabled={!isKept} onPress={onDone}>
          {text('account.codes.done')}
        </Button>
      </div>
    </Card>
  );
}

function download(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
