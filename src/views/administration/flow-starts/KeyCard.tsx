import { useState } from 'react';
import { FLOW_STARTS_PATH } from '../../../../contract/facts/flow-starts.ts';
import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import { useApp } from '../../app/app-context.tsx';
import { CopyIcon, KeyIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import styles from './Starts.module.css';

/** The flow's API key: made, shown once, taken away. */
export function KeyCard({ flow }: { readonly flow: ActiveFlow }) {
  const text = useText();
  const { readSecret } = useApp();
  const [open, setOpen] = useState<'new' | 'delete' | null>(null);
  const [key, setKey] = useState<string>();
  const { id, name, key_hint: hint } = flow;
  return (
    <section className={styles.card} aria-labelledby="active-key">
      <header>
        <h2 id="active-key">{text('activeFlow.key')}</h2>
        <span className={styles.actions}>
          {hint !== null && (
            <Button size="sm" onPress={() => setOpen('delete')}>
              {text('activeFlow.key.delete')}
            </Button>
          )}
          <Button size="sm" icon={<KeyIcon />} onPress={() => setOpen('new')}>
            {text(hint === null ? 'activeFlow.key.new' : 'activeFlow.key.renew')}
          </Button>
        </span>
      </header>
      <p className={styles.hint}>
        {hint === null
          ? text('activeFlow.key.none')
          : text('activeFlow.key.hint', { hint, call: `POST ${FLOW_STARTS_PATH}` })}
      </p>
      {key !== undefined && (
        <Banner tone="success" title={text('activeFlow.key.made')} onClose={() => setKey(undefined)}>
          <span className={styles.key}>
            <code>{key}</code>
            <Button size="sm" icon={<CopyIcon />} onPress={() => void navigator.clipboard.writeText(key)}>
              {text('activeFlow.key.copy')}
            </Button>
          </span>
        </Banner>
      )}
      {open === 'new' && (
        <ActionDialog
          form="flow.key"
          formKey={id}
          title={text(hint === null ? 'activeFlow.key.new.title' : 'activeFlow.key.renew.title', { name })}
          confirmLabel={text(hint === null ? 'activeFlow.key.new' : 'activeFlow.key.renew')}
          onDone={(ref) => setKey(ref === null ? undefined : readSecret(ref))}
          onClose={() => setOpen(null)}
        >
          <p>{text(hint === null ? 'activeFlow.key.new.text' : 'activeFlow.key.renew.text')}</p>
        </ActionDialog>
      )}
      {open === 'delete' && (
        <ActionDialog
          form="flow.key.delete"
          formKey={id}
          title={text('activeFlow.key.delete.title', { name })}
          confirmLabel={text('activeFlow.key.delete')}
          tone="danger"
          onDone={() => setKey(undefined)}
          onClose={() => setOpen(null)}
        >
          <p>{text('activeFlow.key.delete.text')}</p>
        </ActionDialog>
      )}
    </section>
  );
}
