import type { TemplateState as State } from '../../../../contract/facts/template-form.ts';
import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Tag, type Tone } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { NoValue } from '../list/FirstCell.tsx';
import styles from './Templates.module.css';

const TONES: Readonly<Record<State, Tone>> = {
  draft: 'neutral',
  pending: 'primary',
  approved: 'success',
  rejected: 'danger',
  paused: 'warning',
  disabled: 'danger',
};
const QUALITIES: Readonly<Record<string, Tone>> = { GREEN: 'success', YELLOW: 'warning', RED: 'danger' };

/** A template's state, and whether it has unsubmitted changes. */
export function TemplateState({ of }: { readonly of: Pick<ManagedTemplate, 'status' | 'has_draft'> }) {
  const text = useText();
  return (
    <span className={styles.tags}>
      <Tag tone={TONES[of.status]}>{text(`template.state.${of.status}`)}</Tag>
      {of.has_draft && <Tag>{text('template.changed')}</Tag>}
    </span>
  );
}

/** Its quality rating from customers' reactions, in the provider's three levels. */
export function TemplateQuality({ of: { quality } }: { readonly of: Pick<ManagedTemplate, 'quality'> }) {
  const text = useText();
  const isText = useIsText();
  const key = `template.quality.${quality}`;
  const tone = QUALITIES[quality ?? ''];
  return tone === undefined || !isText(key) ? <NoValue /> : <Tag tone={tone}>{text(key)}</Tag>;
}

/** Explains a template's state, with the provider's reason. */
export function TemplateNotice({ of }: { readonly of: ManagedTemplate }) {
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const { status, reason, reason_text: said, paused_until: until, is_sendable: isSendable } = of;
  const key = `template.reason.${reason}`;
  const why = reason === null ? '' : isText(key) ? text(key) : reason;
  const words = [why, said ?? ''].filter((each) => each !== '').join(' ');
  if (status === 'draft') {
    return reason === null ? null : (
      <Banner tone="danger" title={text('template.refused')}>
        {said ?? ''}
      </Banner>
    );
  }
  if (status === 'rejected') {
    return (
      <Banner tone="danger" title={text('template.rejected')}>
        {words === '' ? text('template.rejected.text') : `${words} ${text('template.rejected.text')}`}
      </Banner>
    );
  }
  if (status === 'paused') {
    return (
      <Banner tone="warning" title={text('template.paused')}>
        {until === null
          ? text('template.paused.text')
          : text('template.paused.until', { at: formats.full(Date.parse(until)) })}
      </Banner>
    );
  }
  if (status === 'approved' && isSendable) return null;
  if (status === 'approved') return <Banner>{text('template.unsendable')}</Banner>;
  return <Banner tone={status === 'pending' ? 'info' : 'danger'}>{text(`template.${status}.text`)}</Banner>;
}
