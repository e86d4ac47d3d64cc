import { useId } from 'react';
import { CONSENT_CHANNELS } from '../../../../contract/facts/customers.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Choices } from '../../kit/Choices.tsx';
import field from '../../kit/field.module.css';
import { AlertIcon } from '../../kit/icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './Imports.module.css';

/** A consent as it is filled in; it counts once it is declared. */
interface ConsentDraft {
  readonly isDeclared: boolean;
  readonly origin: string;
  /** Empty for none. */
  readonly day: string;
  readonly channels: readonly string[];
}
export const noConsent: ConsentDraft = { isDeclared: false, origin: '', day: '', channels: ['whatsapp'] };

/** Whether it is filled in but not declared, and so wouldn't count. */
export function isHalfDeclared({ isDeclared, origin, day }: ConsentDraft): boolean {
  return !isDeclared && (origin.trim() !== '' || day !== '');
}

interface ImportConsentProps {
  readonly value: ConsentDraft;
  readonly onChange: (value: ConsentDraft) => void;
  readonly viewerName: string;
  /** By field, what the server refused. */
  readonly problems: Readonly<Record<string, string>>;
}

/** Source of the imported customers' consent, and its declaration. */
export function ImportConsent({ value, onChange, viewerName, problems }: ImportConsentProps) {
  const text = useText();
  const isText = useIsText();
  const missing = useId();
  const isHalf = isHalfDeclared(value);
  const { isDeclared, origin, day, channels } = value;
  const errorOf = (name: string): string | undefined => {
    const key = isDeclared ? problems[name] : undefined;
    return key === undefined ? undefined : text(isText(key) ? key : 'error.field.invalid');
  };
  return (
    <section className={styles.card} aria-label={text('imports.consent')}>
      <header className={styles.cardHead}>
        <h2>{text('imports.consent')}</h2>
      </header>
      <div className={styles.cardBody}>
        <TextField
          label={text('imports.consent.origin')}
          description={text('imports.consent.origin.hint')}
          autoComplete="off"
          value={origin}
          onChange={(next) => onChange({ ...value, origin: next })}
          error={errorOf('consent_origin')}
        />
        <DateField
          label={text('imports.consent.day')}
          value={day}
          onChange={(next) => onChange({ ...value, day: next })}
          error={errorOf('consent_day')}
        />
        <Choices
          label={text('imports.consent.channels')}
          description={text('imports.consent.purpose')}
          options={CONSENT_CHANNELS.map((id) => ({ id, label: text(`imports.channel.${id}`) }))}
          value={channels}
          onChange={(ids) => onChange({ ...value, channels: ids })}
          none=""
          error={errorOf('consent_channels')}
        />
        <Checkbox
          isSelected={isDeclared}
          onChange={(chosen) => onChange({ ...value, isDeclared: chosen })}
          isInvalid={isHalf}
          {...(isHalf && { 'aria-describedby': missing })}
        >
          {text('imports.consent.declare', { name: viewerName })}
        </Checkbox>
        {isHalf && (
          <p id={missing} role="alert" className={field.error}>
            <AlertIcon />
            {text('imports.consent.half')}
          </p>
        )}
        <p className={styles.hint}>{text('imports.consent.none')}</p>
      </div>
    </section>
  );
}
