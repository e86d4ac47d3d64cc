import { useState } from 'react';
import { FLOW_VARIABLE_TYPES, FLOW_VARIABLES_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowExpects, FlowVariableType } from '../../../../contract/facts/flows.ts';
import { isVariableName } from '../../../../flows/reading.ts';
import { TYPES_TAKING } from '../../../../flows/values.ts';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';

interface VariableFieldProps {
  readonly label: string;
  /** The option for none; left out where there has to be one. */
  readonly none?: string;
  readonly value: string | null;
  /** What is saved; anything if left out. */
  readonly expects?: FlowExpects;
  readonly document: FlowDocument;
  readonly onChange: (name: string | null) => void;
  readonly onEdit: (edit: FlowEdit) => void;
  readonly error?: string | undefined;
}

const NONE = '-';
const NEW = '+';

/** Chooses a variable of the flow, or makes one. */
export function VariableField({ label, none, value, expects, document, onChange, onEdit, error }: VariableFieldProps) {
  const text = useText();
  const [isMaking, setMaking] = useState(false);
  const fitting: readonly FlowVariableType[] = expects === undefined ? FLOW_VARIABLE_TYPES : TYPES_TAKING[expects];
  const variables = Object.entries(document.flow.variables);
  return (
    <>
      <Select
        label={label}
        options={[
          ...(none === undefined ? [] : [{ id: NONE, label: none }]),
          ...variables
            .filter(([name, { type }]) => fitting.includes(type) || name === value)
            .map(([id, { type }]) => ({ id, label: id, hint: text(`flow.variable.${type}`) })),
          ...(variables.length < FLOW_VARIABLES_MAX ? [{ id: NEW, label: text('flow.variable.new') }] : []),
        ]}
        value={value ?? (none === undefined ? null : NONE)}
        placeholder={text('flow.choose')}
        onChange={(id) => (id === NEW ? setMaking(true) : onChange(id === NONE ? null : id))}
        error={error}
      />
      {isMaking && (
        <NewVariable
          types={fitting}
          document={document}
          onClose={() => setMaking(false)}
          onMake={(name, type) => {
            onEdit({ of: 'variable', name, type });
            onChange(name);
            setMaking(false);
          }}
        />
      )}
    </>
  );
}

interface NewVariableProps {
  readonly types: readonly FlowVariableType[];
  readonly document: FlowDocument;
  readonly onMake: (name: string, type: FlowVariableType) => void;
  readonly onClose: () => void;
}

export function NewVariable({ types, document, onMake, onClose }: NewVariableProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [type, setType] = useState<FlowVariableType>(types[0] ?? 'text');
  const [wasTried, setTried] = useState(false);
  const { leave, question } = useUnsavedGuard(name !== '');
  const isTaken = Object.hasOwn(document.flow.variables, name);
  const isWrong = isTaken || !isVariableName(name);
  return (
    <Dialog
      title={text('flow.variable.new')}
      isOpen
      size="sm"
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button variant="primary" onPress={() => (isWrong ? setTried(true) : onMake(name, type))}>
            {text('flow.variable.add')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        isVerbatim
        label={text('flow.variable.name')}
        description={text('flow.variable.name.hint')}
        value={name}
        onChange={setName}
        error={wasTried && isWrong ? text(isTaken ? 'flow.variable.taken' : 'error.flow.variableName') : undefined}
      />
      <Select
        label={text('flow.variable.type')}
        options={types.map((id) => ({ id, label: text(`flow.variable.${id}`) }))}
        value={type}
        placeholder={text('flow.choose')}
        onChange={(id) => setType(types.find((each) => each === id) ?? type)}
      />
      {question}
    </Dialog>
  );
}
