import { useRef, useState } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useText } from '../../kit/useText.ts';
import { Fields } from '../form/fields.tsx';
import type { OpenForm } from '../form/form-context.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import { FormOwnPassword } from './secret-fields.tsx';

const UNPROVEN = 'error.password.unproven';
const noPassword = { password: null };
const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

interface FreshPasswordProps {
  /** What was refused because the password was shown too long ago; it keeps what was typed. */
  readonly open: Pick<OpenForm, 'failure' | 'phase' | 'retry' | 'submit'>;
  readonly onGiveUp?: () => void;
}

/** Asks for one's password where the server wants it anew, and then goes on with the form. */
export function FreshPassword({ open, onGiveUp }: FreshPasswordProps) {
  const { failure, phase } = open;
  const [declined, setDeclined] = useState<Failure | null>(null);
  if (failure?.key !== UNPROVEN || failure === declined) return null;
  return (
    <ProofDialog
      onProven={() => (phase === 'unloaded' ? open.retry() : open.submit())}
      onGiveUp={() => {
        setDeclined(failure);
        onGiveUp?.();
      }}
    />
  );
}

interface ProofDialogProps {
  readonly onProven: () => void;
  readonly onGiveUp: () => void;
}

function ProofDialog({ onProven, onGiveUp }: ProofDialogProps) {
  const text = useText();
  const isProven = useRef(false);
  // Who comes in by the company's provider alone has no password; which of its people, isn't told.
  const provider = useListing('identityLogin', first).rows?.[0];
  return (
    <FormDialog
      form="account.unlock"
      // Not the lock screen's, which may come over it.
      formKey="proof"
      values={noPassword}
      size="sm"
      closesUnasked
      title={text('account.proof.title')}
      submitLabel={text('account.proof.confirm')}
      onSaved={() => {
        isProven.current = true;
        onProven();
      }}
      onClose={() => {
        if (!isProven.current) onGiveUp();
      }}
    >
      <Fields>
        <p>{text('account.proof.text')}</p>
        <FormOwnPassword name="password" label={text('account.password.current')} autoFocus />
        {provider !== undefined && <p>{text('account.proof.identity', { label: provider.label })}</p>}
      </Fields>
    </FormDialog>
  );
}
