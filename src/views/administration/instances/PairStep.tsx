import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import { useNow } from '../../app/use-now.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';
import type { StepProps } from './InstanceSetup.tsx';
import styles from './InstanceSetup.module.css';

const nothing = {};

/** The pairing of a phone with its gateway: a code to scan, that renews itself, until the phone is connected. */
export function PairStep(props: StepProps & PairStepProps) {
  // A form saves once, so each request for a code opens a new one.
  const [asked, setAsked] = useState(0);
  return <Pairing key={asked} {...props} onAsked={() => setAsked(asked + 1)} />;
}

interface PairingProps extends StepProps, PairStepProps {
  readonly onAsked: () => void;
}

function Pairing({ row, formKey, onNext, onBack, onUnsaved, onAsked }: PairingProps) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const open = useForm('instance.pair', formKey, nothing);
  useEffect(() => onUnsaved(false), [onUnsaved]);
  const renew = useEffectEvent(onAsked);
  useEffect(() => {
    if (open.phase === 'saved') renew();
  }, [open.phase]);
  const now = useNow(1_000);
  const isPaired = row?.state === 'connected';
  const code = isPaired ? undefined : row?.pairing;
  const isExpired = code !== undefined && code.until <= now;
  const isAsking = open.phase === 'saving';
  return (
    <>
      <FormBody open={open} id={id}>
        {isPaired ? (
          <Paired phone={row.phone} />
        ) : (
          <>
            {/* One that was never paired has no number yet. */}
            {code === undefined && row?.state === 'disconnected' && row.phone !== null && (
              <Banner tone="warning" title={text('instances.pair.lost')}>
                {formats.phone(row.phone)}
              </Banner>
            )}
            <Code code={code} isExpired={isExpired} />
          </>
        )}
      </FormBody>
      <div className={styles.actions}>
        {onBack !== undefined && (
          <Button variant="ghost" onPress={onBack}>
            {text('instances.setup.back')}
          </Button>
        )}
        {isPaired ? (
          <Button variant="primary" onPress={() => onNext()}>
            {text('instances.setup.next')}
          </Button>
        ) : (
          <Button
            type="submit"
            form={id}
            variant={code === undefined || isExpired ? 'primary' : 'default'}
            isPending={isAsking}
            isDisabled={open.phase === 'idle' || open.phase === 'loading'}
          >
            {text(code === undefined ? 'instances.pair.show' : 'instances.pair.again')}
          </Button>
        )}
      </div>
    </>
  );
}

interface PairStepProps {
  readonly row: ManagedInstance | undefined;
}

function Paired({ phone }: { readonly phone: string | null }) {
  const text = useText();
  const formats = useFormats();
  return (
    <Banner tone="success" title={text('instances.pair.done')}>
      {phone !== null && formats.phone(phone)}
    </Banner>
  );
}

function Code({ code, isExpired }: { readonly code: ManagedInstance['pairing']; readonly isExpired: boolean }) {
  const text = useText();
  if (code === undefined) return <p>{text('instances.pair.text')}</p>;
  return (
    <div className={styles.pair}>
      <div className={styles.code} data-expired={isExpired || undefined}>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(code.qr)}`}
          alt={text('instances.pair.code')}
          width={232}
          height={232}
        />
      </div>
      <div>
        <ol className={styles.how}>
          <li>{text('instances.pair.how.open')}</li>
          <li>{text('instances.pair.how.devices')}</li>
          <li>{text('instances.pair.how.scan')}</li>
        </ol>
        <p role="status" className={isExpired ? styles.expired : styles.renews}>
          {text(isExpired ? 'instances.pair.expired' : 'instances.pair.renews')}
        </p>
      </div>
    </div>
  );
}
