import { useEffect, useEffectEvent, useState } from 'react';
import { FLOW_NAME_MAX } from '../../../../contract/facts/flows.ts';
import { flowTemplates } from '../../../../flows/templates/all.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { ordered, type FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { valuesOfDocument } from '../../../machines/flow-editing/flow-values.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useAction } from '../form/use-action.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices } from '../list/use-listing.ts';
import { FlowFileField } from './FlowDialogs.tsx';
import styles from './Dialogs.module.css';

interface NewProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

const TEMPLATES = ['menu', 'businessHours', 'orderStatus', 'survey', 'appointment'] as const;
type Begin = (typeof TEMPLATES)[number] | 'blank' | 'file';

/** A new flow: its name, and what it begins with. */
export function NewFlowDialog({ onMade, onClose }: NewProps) {
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const departments = useChoices('choices.departments');
  const action = useAction('flow.new', 'new');
  const [name, setName] = useState('');
  const [begin, setBegin] = useState<Begin>('menu');
  const [department, setDepartment] = useState<string | null>(null);
  const [file, setFile] = useState<{ readonly name: string; readonly document: FlowDocument | null }>();
  const [wasTried, setTried] = useState(false);
  const given = { departmentId: department ?? departments.options[0]?.id ?? '', url: EXAMPLE_URL };
  const flow: Flow | null =
    begin === 'blank'
      ? blank(text('flow.new.end'))
      : begin === 'file'
        ? (file?.document?.flow ?? null)
        : (flowTemplates[begin]?.(given) ?? null);
  const needsDepartment = begin === 'businessHours';
  const make = () => {
    setTried(true);
    if (flow === null || name.trim() === '' || (needsDepartment && given.departmentId === '')) return;
    const places = ordered(flow, begin === 'file' && file?.document ? file.document.places : { order: [], at: {} });
    action.run(valuesOfDocument({ name: name.trim(), flow: { ...flow, kind: 'passive' }, places }));
  };
  const made = useEffectEvent((id: string) => onMade(id));
  const { isDone, savedId, failure } = action;
  const { leave, question } = useUnsavedGuard(!isDone && (name.trim() !== '' || file !== undefined));
  useEffect(() => {
    if (isDone && savedId !== null) made(savedId);
  }, [isDone, savedId]);
  const wrong = failure?.fields['name'];
  return (
    <Dialog
      title={text('flow.new')}
      isOpen
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button variant="primary" isPending={action.isPending} onPress={make}>
            {text('flow.make')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FailedLookups lookups={[departments]} />
        {failure !== null && wrong === undefined && <Banner tone="danger">{failureText(failure)}</Banner>}
        <TextField
          autoFocus
          isRequired
          label={text('flow.name')}
          value={name}
          maxLength={FLOW_NAME_MAX}
          onChange={setName}
          error={
            wasTried && name.trim() === ''
              ? text('error.field.required')
              : wrong === undefined
                ? undefined
                : text(isText(wrong) ? wrong : 'error.field.invalid')
          }
        />
        <Select
          label={text('flow.begin')}
          options={[
            ...TEMPLATES.map((id) => ({
              id,
              label: text(`flow.template.${id}`),
              hint: text(`flow.template.${id}.text`),
            })),
            { id: 'blank', label: text('flow.template.blank'), hint: text('flow.template.blank.text') },
            { id: 'file', label: text('flow.template.file'), hint: text('flow.template.file.text') },
          ]}
          value={begin}
          placeholder={text('flow.choose')}
          onChange={(id) => setBegin(BEGINS.find((each) => each === id) ?? begin)}
        />
        {needsDepartment && (
          <Select
            label={text('flow.department')}
            options={departments.options}
            value={given.departmentId === '' ? null : given.departmentId}
            placeholder={text('flow.choose')}
            onChange={setDepartment}
            error={wasTried && given.departmentId === '' ? text('error.field.required') : undefined}
          />
        )}
        {begin === 'file' && (
          <FlowFileField
            found={file}
            isMissing={wasTried && file === undefined}
            onFound={(of, document) => setFile({ name: of, document })}
          />
        )}
      </div>
      {question}
    </Dialog>
  );
}

const BEGINS: readonly Begin[] = [...TEMPLATES, 'blank', 'file'];
const EXAMPLE_URL = 'https://loja.example/pedidos/{{pedido}}';

/** The smallest flow that is one. */
function blank(text: string): Flow {
  const end = { kind: 'end', label: null, text, finishes: true, exits: {} } as const;
  return { schema: 1, kind: 'passive', start: 'encerrar_1', variables: {}, nodes: { encerrar_1: end } };
}
