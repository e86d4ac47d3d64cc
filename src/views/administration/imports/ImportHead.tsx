import { useEffect, useRef, type ReactNode } from 'react';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { Banner } from '../../kit/Banner.tsx';
import { CheckIcon, DocumentIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './Imports.module.css';

const STEPS = ['file', 'check', 'import'] as const;
/** The states before the import runs. */
export const EDITED: ReadonlySet<string> = new Set(['mapping', 'checking', 'ready']);

interface ImportHeadProps {
  readonly of: CustomerImport;
  readonly actions: ReactNode;
  /** Whether it replaces another screen's content, which the user returns to. */
  readonly takesFocus: boolean;
}

/** The head of an import's screen: the file and the current step. */
export function ImportHead({ of, actions, takesFocus }: ImportHeadProps) {
  const text = useText();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const step = EDITED.has(of.status) ? 1 : of.status === 'uploading' ? 0 : 2;
  const { name, row_count: rows, delimiter, encoding, earlier } = of;
  const about = [
    name,
    ...(rows === 0 ? [] : [text('imports.about.rows', { count: rows })]),
    ...(delimiter === null ? [] : [text(delimiterText(delimiter))]),
    ...(encoding === null ? [] : [ENCODINGS[encoding]]),
  ].join(' · ');
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
          {text('imports.wizard')}
        </h1>
        <span className={styles.file}>
          <DocumentIcon />
          {about}
        </span>
        <div className={styles.buttons}>{actions}</div>
      </header>
      <ol className={styles.steps}>
        {STEPS.map((each, at) => (
          <li key={each} aria-current={at === step ? 'step' : undefined} data-done={at < step ? '' : undefined}>
            <span aria-hidden="true">{at < step ? <CheckIcon /> : at + 1}</span>
            {text(`imports.step.${each}`)}
          </li>
        ))}
      </ol>
      {earlier !== null && step === 1 && (
        <Banner tone="warning">
          {text('imports.earlier', {
            name: earlier.name,
            day: formats.date(Date.parse(earlier.created_at)),
            status: text(`imports.status.${earlier.status}`),
          })}
        </Banner>
      )}
    </>
  );
}

const ENCODINGS = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16' } as const;

function delimiterText(delimiter: string) {
  switch (delimiter) {
    case ';':
      return 'imports.delimiter.semicolon';
    case ',':
      return 'imports.delimiter.comma';
    case '\t':
      return 'imports.delimiter.tab';
    default:
      return 'imports.delimiter.other';
  }
}
