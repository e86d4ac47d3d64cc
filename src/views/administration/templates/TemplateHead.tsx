import type { ReactNode } from 'react';
import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { TemplateQuality, TemplateState } from './TemplateState.tsx';
import styles from './Templates.module.css';

interface TemplateHeadProps {
  readonly name: string;
  /** Undefined for one that wasn't saved yet. */
  readonly template: ManagedTemplate | undefined;
  readonly children: ReactNode;
}

/** A template's name, state and quality, and its actions. */
export function TemplateHead({ name, template, children }: TemplateHeadProps) {
  const text = useText();
  const hasQuality = template?.quality === 'GREEN' || template?.quality === 'YELLOW' || template?.quality === 'RED';
  return (
    <header className={styles.head}>
      <h1>{name.trim() === '' ? text('template.new') : name}</h1>
      {template === undefined ? <Tag>{text('template.state.draft')}</Tag> : <TemplateState of={template} />}
      {template !== undefined && hasQuality && (
        <span className={styles.quality}>
          <small>{text('template.quality')}</small> <TemplateQuality of={template} />
        </span>
      )}
      <span className={styles.actions}>{children}</span>
    </header>
  );
}
