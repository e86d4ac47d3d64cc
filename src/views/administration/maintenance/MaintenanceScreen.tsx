import { useSelector } from '@xstate/react';
import { MAINTENANCE_MINUTES_MAX } from '../../../../contract/facts/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { Banner } from '../../kit/Banner.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import type { OpenForm } from '../form/form-context.tsx';
import { FormPage } from '../form/FormPage.tsx';
import styles from './MaintenanceScreen.module.css';

const { FormNumber, FormSwitch, FormTextArea } = fieldsOf<FormFields['maintenance']>();

/** /maintenance-mode: locks out everybody but the back-office during maintenance. */
export function MaintenanceScreen() {
  const text = useText();
  return (
    <FormPage form="maintenance" formKey="platform" back="/" renderTitle={() => text('maintenance.switch.title')}>
      {(open) => <Switched open={open} />}
    </FormPage>
  );
}

function Switched({ open: { actor } }: { readonly open: OpenForm }) {
  const text = useText();
  const isOn = useSelector(actor, (snapshot) => snapshot?.context.values['on'] === true);
  const wasOn = useSelector(actor, (snapshot) => snapshot?.context.initial['on'] === true);
  return (
    <div className={styles.card}>
      <Fields>
        {wasOn && <Banner tone="warning">{text('maintenance.switch.isOn')}</Banner>}
        <FormSwitch name="on" label={text('maintenance.switch.on')} description={text('maintenance.switch.on.text')} />
        {isOn && (
          <>
            <FormTextArea
              name="message"
              label={text('maintenance.switch.message')}
              description={text('maintenance.switch.message.text')}
              isNullable
            />
            <FormNumber
              name="minutes"
              label={text('maintenance.switch.minutes')}
              description={text('maintenance.switch.minutes.text')}
              min={1}
              max={MAINTENANCE_MINUTES_MAX}
              unit={text('maintenance.switch.minutes.unit')}
            />
          </>
        )}
      </Fields>
    </div>
  );
}
