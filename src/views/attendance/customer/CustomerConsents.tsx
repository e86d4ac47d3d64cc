import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { CONSENT_CHANNELS, CONSENT_KINDS } from '../../../../contract/facts/customers.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerConsent } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { Fields, fieldsOf } from '../../administration/form/fields.tsx';
import { FormDialog } from '../../administration/form/FormDialog.tsx';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useListOf } from './use-list-of.ts';
import styles from './CustomerCard.module.css';

const { FormSelect, FormTextArea } = fieldsOf<FormFields['consent']>();
const undeclared = { channel: CONSENT_CHANNELS[0], kind: CONSENT_KINDS[0], evidence: '' };

/** What a customer allowed and forbade: the last word of each channel, and all before it. */
export function CustomerConsents({ customerId }: { readonly customerId: CustomerId }) {
  const { directory } = useApp();
  const text = useText();
  const mayDeclare = useSelector(directory.auth, selectRoutes).includes('customers');
  const [isDeclaring, setDeclaring] = useState(false);
  const { rows, failure, retry } = useListOf('chat.consents', { customer: customerId });
  return (
    <section className={styles.section} aria-labelledby="customer-consents">
      <div className={styles.head}>
        <h3 id="customer-consents" className={styles.title}>
          {text('customers.consents')}
        </h3>
        {mayDeclare && (
          <Button variant="link" size="sm" onPress={() => setDeclaring(true)}>
            {text('customers.consents.declare')}
          </Button>
        )}
      </div>
      {rows === null && failure !== null && (
        <p className={styles.note}>
          {text('customers.consents.failed')}{' '}
          <Button variant="link" size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {rows === null && failure === null && <div className={styles.unsaid} />}
      {rows !== null && <Said consents={rows} />}
      {isDeclaring && (
        <FormDialog
          form="consent"
          formKey={customerId}
          values={undeclared}
          title={text('customers.consents.declare.title')}
          submitLabel={text('customers.consents.declare')}
          onClose={() => setDeclaring(false)}
        >
          <Fields>
            <FormSelect
              name="channel"
              label={text('customers.consents.channel')}
              options={CONSENT_CHANNELS.map((id) => ({ id, label: text(`customers.consents.${id}`) }))}
            />
            <FormSelect
              name="kind"
              label={text('customers.consents.said')}
              options={CONSENT_KINDS.map((id) => ({ id, label: text(`customers.consents.kind.${id}`) }))}
            />
            <FormTextArea
              name="evidence"
              label={text('customers.consents.evidence')}
              description={text('customers.consents.evidence.hint')}
              rows={2}
            />
          </Fields>
        </FormDialog>
      )}
    </section>
  );
}

function Said({ consents }: { readonly consents: readonly CustomerConsent[] }) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <dl className={styles.facts}>
        {CONSENT_CHANNELS.map((channel) => {
          const last = consents.find((each) => each.channel === channel);
          return (
            <div key={channel} className={styles.consent}>
              <dt>{text(`customers.consents.${channel}`)}</dt>
              <dd>
                {last === undefined && <Tag>{text('customers.consents.none')}</Tag>}
                {last !== undefined && (
                  <Tag tone={last.isGranted ? 'success' : 'danger'}>
                    {text(last.isGranted ? 'customers.consents.granted' : 'customers.consents.revoked')}
                  </Tag>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {consents.length > 0 && (
        <ul role="list" className={styles.history}>
          {consents.map(({ id, channel, isGranted, saidAt, origin, evidence, declaredBy }) => (
            <li key={id}>
              <span>
                {text(isGranted ? 'customers.consents.granted.on' : 'customers.consents.revoked.on', {
                  channel: text(`customers.consents.${channel}`),
                })}
              </span>
              <time dateTime={new Date(saidAt).toISOString()}>{formats.date(saidAt)}</time>
              <small>
                {declaredBy ?? text(`customers.consents.origin.${origin}`)}
                {evidence !== null && ` · ${evidence}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
