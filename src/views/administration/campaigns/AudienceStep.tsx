import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { ChannelName } from '../../../../contract/facts/channels.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { isLocked, useOpenForm } from '../form/form-context.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import { FileChoice } from './FileAudience.tsx';
import type { AudienceFile } from './audience-file.ts';
import type { CampaignValues } from './campaign-values.ts';
import styles from './Wizard.module.css';

const { FormSelect, FormSwitch, FormNumber } = fieldsOf<FormFields['campaign']>();

const TARGETS = ['audience', 'group', 'file', 'all'] as const;
type Target = (typeof TARGETS)[number];

interface AudienceStepProps {
  readonly values: CampaignValues;
  readonly channel: ChannelName;
  readonly isForAll: boolean;
  readonly onForAll: (isForAll: boolean) => void;
  readonly file: AudienceFile | undefined;
  readonly onFile: (importId: string) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

/** Undefined while no audience is chosen. */
function storedTarget({ values, file, isForAll }: AudienceStepProps): Target | undefined {
  if (values.audienceId !== null) return 'audience';
  if (values.groupId !== null) return 'group';
  if (isForAll) return 'all';
  return file === undefined ? undefined : 'file';
}

/** Whom a campaign is for, and whom it leaves out. */
export function AudienceStep(props: AudienceStepProps) {
  const { channel, onForAll, file, onFile, onUploading } = props;
  const text = useText();
  const open = useOpenForm();
  const { change } = open;
  const name = useId();
  const { directory } = useApp();
  const mayImport = useSelector(directory.auth, selectRoutes).includes('customers-base');
  const audiences = useListing('choices.audiences', heldList);
  const groups = useListing('choices.groups', heldList);
  const stored = storedTarget(props);
  // The selected kind, while its audience or group isn't chosen yet.
  const [pressed, setPressed] = useState<Target>();
  const target = pressed ?? stored;
  const choose = (next: Target) => {
    setPressed(next === 'all' ? undefined : next);
    if (next !== 'audience') change('audience_id', null);
    if (next !== 'group') change('group_id', null);
    onForAll(next === 'all');
  };
  const targets = TARGETS.map((id) => ({
    id,
    label: text(`campaign.audience.${id}`),
    hint: text(id === 'file' && !mayImport ? 'campaign.audience.file.forbidden' : `campaign.audience.${id}.hint`),
  }));
  const named = (rows: readonly { readonly id: string; readonly name: string }[] | null) =>
    (rows ?? []).map(({ id, name: label }) => ({ id, label }));
  const lookups = [audiences, groups].map(({ failure, retry }) => ({ hasFailed: failure !== null, retry }));
  return (
    <section className={styles.card}>
      <h2>{text('campaign.step.audience')}</h2>
      <FailedLookups lookups={lookups} />
      <fieldset className={styles.targets}>
        <legend>{text('campaign.audience.for')}</legend>
        {targets.map(({ id: each, label, hint }) => (
          <label key={each} className={styles.target}>
            <input
              type="radio"
              name={name}
              checked={target === each}
              disabled={isLocked(open) || (each === 'file' && !mayImport)}
              onChange={() => choose(each)}
            />
            <span>
              {label}
              <small>{hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Fields>
        {target === 'audience' && (
          <FormSelect
            name="audience_id"
            label={text('campaign.audience.audience')}
            options={named(audiences.rows)}
            isRequired
          />
        )}
        {target === 'group' && (
          <FormSelect name="group_id" label={text('campaign.audience.group')} options={named(groups.rows)} isRequired />
        )}
        {target === 'file' && (
          <FileChoice
            importId={file?.importId}
            isDisabled={isLocked(open)}
            onImport={onFile}
            onUploading={onUploading}
          />
        )}
        <FormSwitch
          name="skip_in_attendance"
          label={text('campaign.skipInAttendance')}
          description={text('campaign.skipInAttendance.hint')}
        />
        <FormSwitch
          name="requires_consent"
          label={text('campaign.requiresConsent')}
          description={text('campaign.requiresConsent.hint', { channel: text(`campaign.channel.${channel}`) })}
        />
        <FieldRow>
          <FormNumber
            name="weekly_limit"
            label={text('campaign.weeklyLimit')}
            description={text('campaign.weeklyLimit.hint')}
            min={1}
            max={50}
          />
        </FieldRow>
      </Fields>
      <p className={styles.hint}>{text('campaign.audience.always')}</p>
    </section>
  );
}
