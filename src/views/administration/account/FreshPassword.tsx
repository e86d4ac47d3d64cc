import { useRef, useState } from 'react';
import { PASSWORD_UNPROVEN } from '../../../../contract/facts/password.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import { useText } from '../../kit/useText.ts';
import { Fields } from '../form/fields.tsx';
import type { OpenForm } from '../form/form-context.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useListing } from '../list/use-listing.ts';
import { FormOwnPassword } from './secret-fields.tsx';

const noPassword = { password: null };
const first = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

interface FreshPasswordProps {
  /** A form refused because the password was entered too long ago; it keeps its values. */
  readonly open: Pick<OpenForm, 'failure' | 'phase' | 'retry' | 'submit'>;
  readonly onGiveUp?: () => void;
}

/** Asks for the password again where the server requires it, then continues the form. */
export function FreshPassword({ open, onGiveUp }: FreshPasswordProps) {
  const { failure, phase } = open;
  const [declined, setDeclined] = useState<Failure | null>(null);
  if (failure?.key !== PASSWORD_UNPROVEN || failure === declined) return null;
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
  // Users who only log in through the provider have no password; the server doesn't say who they are.
  const provider = useListing('identityLogin', first).rows?.[0];
  return (
    <FormDialog
      form="account.unlock"
      // A key of its own, as the lock screen may appear above.
      formKey="proof"
      values={noPassword}
      size="sm"
      discardsSilently
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
